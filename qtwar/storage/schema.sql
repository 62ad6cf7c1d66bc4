-- The tables of a document, as they stand in every file: what differs from this text is not opened (`shape`).
-- The classes of `schema` declare them, and a test holds that both say the same.

CREATE TABLE title (
    id VARCHAR NOT NULL,
    format INTEGER NOT NULL,
    version VARCHAR NOT NULL,
    name_en VARCHAR NOT NULL,
    name_ja VARCHAR NOT NULL,
    subtitle_en VARCHAR NOT NULL,
    subtitle_ja VARCHAR NOT NULL,
    about_en VARCHAR NOT NULL,
    about_ja VARCHAR NOT NULL,
    players TEXT NOT NULL,
    minutes TEXT NOT NULL,
    stage VARCHAR NOT NULL,
    credits TEXT NOT NULL,
    rights TEXT NOT NULL,
    languages TEXT NOT NULL,
    year INTEGER,
    publisher VARCHAR NOT NULL,
    cover VARCHAR NOT NULL,
    boards TEXT NOT NULL,
    scenarios TEXT NOT NULL,
    coverage VARCHAR NOT NULL,
    attrs TEXT NOT NULL,
    PRIMARY KEY (id)
);

CREATE TABLE message (
    language VARCHAR NOT NULL,
    "key" VARCHAR NOT NULL,
    no INTEGER NOT NULL,
    text VARCHAR NOT NULL,
    PRIMARY KEY (language, "key")
);

CREATE TABLE drawing (
    document VARCHAR NOT NULL,
    "key" VARCHAR NOT NULL,
    no INTEGER NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (document, "key")
);

CREATE TABLE side (
    id VARCHAR NOT NULL,
    no INTEGER NOT NULL,
    name_en VARCHAR NOT NULL,
    name_ja VARCHAR NOT NULL,
    short_en VARCHAR NOT NULL,
    short_ja VARCHAR NOT NULL,
    emblem VARCHAR NOT NULL,
    attrs TEXT NOT NULL,
    sight TEXT NOT NULL,
    PRIMARY KEY (id)
);

CREATE TABLE nation (
    side_id VARCHAR NOT NULL,
    id VARCHAR NOT NULL,
    no INTEGER NOT NULL,
    name_en VARCHAR NOT NULL,
    name_ja VARCHAR NOT NULL,
    attrs TEXT NOT NULL,
    PRIMARY KEY (side_id, id),
    FOREIGN KEY(side_id) REFERENCES side (id)
);

CREATE TABLE piece_kind (
    id VARCHAR NOT NULL,
    no INTEGER NOT NULL,
    name_en VARCHAR NOT NULL,
    name_ja VARCHAR NOT NULL,
    class VARCHAR NOT NULL,
    side VARCHAR,
    template VARCHAR NOT NULL,
    size VARCHAR,
    hidden VARCHAR NOT NULL,
    attrs TEXT NOT NULL,
    PRIMARY KEY (id),
    FOREIGN KEY(side) REFERENCES side (id)
);

CREATE TABLE kind_trait (
    kind_id VARCHAR NOT NULL,
    no INTEGER NOT NULL,
    trait VARCHAR NOT NULL,
    PRIMARY KEY (kind_id, no),
    FOREIGN KEY(kind_id) REFERENCES piece_kind (id)
);

CREATE TABLE formation (
    id VARCHAR NOT NULL,
    no INTEGER NOT NULL,
    name_en VARCHAR NOT NULL,
    name_ja VARCHAR NOT NULL,
    parent VARCHAR,
    side VARCHAR,
    size VARCHAR,
    attrs TEXT NOT NULL,
    PRIMARY KEY (id),
    FOREIGN KEY(parent) REFERENCES formation (id),
    FOREIGN KEY(side) REFERENCES side (id)
);

CREATE TABLE piece (
    id VARCHAR NOT NULL,
    no INTEGER NOT NULL,
    kind VARCHAR NOT NULL,
    formation VARCHAR,
    name_en VARCHAR,
    name_ja VARCHAR,
    attrs TEXT NOT NULL,
    PRIMARY KEY (id),
    FOREIGN KEY(kind) REFERENCES piece_kind (id),
    FOREIGN KEY(formation) REFERENCES formation (id)
);

CREATE TABLE lookup (
    id VARCHAR NOT NULL,
    no INTEGER NOT NULL,
    name_en VARCHAR NOT NULL,
    name_ja VARCHAR NOT NULL,
    rule VARCHAR NOT NULL,
    "group" VARCHAR NOT NULL,
    PRIMARY KEY (id)
);

CREATE TABLE lookup_axis (
    table_id VARCHAR NOT NULL,
    axis VARCHAR NOT NULL,
    kind VARCHAR NOT NULL,
    name_en VARCHAR,
    name_ja VARCHAR,
    names TEXT NOT NULL,
    PRIMARY KEY (table_id, axis),
    FOREIGN KEY(table_id) REFERENCES lookup (id)
);

CREATE TABLE lookup_head (
    table_id VARCHAR NOT NULL,
    axis VARCHAR NOT NULL,
    no INTEGER NOT NULL,
    head TEXT NOT NULL,
    least TEXT NOT NULL,
    PRIMARY KEY (table_id, axis, no),
    FOREIGN KEY(table_id, axis) REFERENCES lookup_axis (table_id, axis)
);

CREATE TABLE lookup_cell (
    table_id VARCHAR NOT NULL,
    "row" INTEGER NOT NULL,
    "column" INTEGER NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (table_id, "row", "column"),
    FOREIGN KEY(table_id) REFERENCES lookup (id)
);

CREATE TABLE lookup_code (
    table_id VARCHAR NOT NULL,
    code VARCHAR NOT NULL,
    no INTEGER NOT NULL,
    text_en VARCHAR NOT NULL,
    text_ja VARCHAR NOT NULL,
    PRIMARY KEY (table_id, code),
    FOREIGN KEY(table_id) REFERENCES lookup (id)
);

CREATE TABLE lookup_note (
    table_id VARCHAR NOT NULL,
    no INTEGER NOT NULL,
    rule VARCHAR NOT NULL,
    text_en VARCHAR NOT NULL,
    text_ja VARCHAR NOT NULL,
    PRIMARY KEY (table_id, no),
    FOREIGN KEY(table_id) REFERENCES lookup (id)
);

CREATE TABLE option (
    id VARCHAR NOT NULL,
    no INTEGER NOT NULL,
    name_en VARCHAR NOT NULL,
    name_ja VARCHAR NOT NULL,
    help_en VARCHAR NOT NULL,
    help_ja VARCHAR NOT NULL,
    rule VARCHAR NOT NULL,
    type VARCHAR NOT NULL,
    min INTEGER,
    max INTEGER,
    "default" TEXT NOT NULL,
    scenarios TEXT NOT NULL,
    "group" VARCHAR NOT NULL,
    PRIMARY KEY (id)
);

CREATE TABLE option_choice (
    option_id VARCHAR NOT NULL,
    id VARCHAR NOT NULL,
    no INTEGER NOT NULL,
    name_en VARCHAR NOT NULL,
    name_ja VARCHAR NOT NULL,
    help_en VARCHAR NOT NULL,
    help_ja VARCHAR NOT NULL,
    PRIMARY KEY (option_id, id),
    FOREIGN KEY(option_id) REFERENCES option (id)
);

CREATE TABLE terrain_kind (
    id VARCHAR NOT NULL,
    no INTEGER NOT NULL,
    name_en VARCHAR NOT NULL,
    name_ja VARCHAR NOT NULL,
    attrs TEXT NOT NULL,
    PRIMARY KEY (id)
);

CREATE TABLE feature_kind (
    id VARCHAR NOT NULL,
    no INTEGER NOT NULL,
    name_en VARCHAR NOT NULL,
    name_ja VARCHAR NOT NULL,
    attrs TEXT NOT NULL,
    PRIMARY KEY (id)
);

CREATE TABLE edge_kind (
    id VARCHAR NOT NULL,
    no INTEGER NOT NULL,
    name_en VARCHAR NOT NULL,
    name_ja VARCHAR NOT NULL,
    attrs TEXT NOT NULL,
    PRIMARY KEY (id)
);

CREATE TABLE path_kind (
    id VARCHAR NOT NULL,
    no INTEGER NOT NULL,
    name_en VARCHAR NOT NULL,
    name_ja VARCHAR NOT NULL,
    attrs TEXT NOT NULL,
    PRIMARY KEY (id)
);

CREATE TABLE board (
    id VARCHAR NOT NULL,
    no INTEGER NOT NULL,
    name_en VARCHAR NOT NULL,
    name_ja VARCHAR NOT NULL,
    kind VARCHAR NOT NULL,
    columns INTEGER,
    rows INTEGER,
    orientation VARCHAR,
    "offset" VARCHAR,
    diagonals BOOLEAN,
    cell_mm FLOAT,
    card_w FLOAT,
    card_h FLOAT,
    gap FLOAT,
    numbering TEXT NOT NULL,
    grid_more TEXT NOT NULL,
    legend TEXT NOT NULL,
    style VARCHAR NOT NULL,
    attrs TEXT NOT NULL,
    PRIMARY KEY (id)
);

CREATE TABLE cell (
    board_id VARCHAR NOT NULL,
    cell VARCHAR NOT NULL,
    no INTEGER NOT NULL,
    terrain_id VARCHAR,
    elevation INTEGER,
    PRIMARY KEY (board_id, cell),
    FOREIGN KEY(board_id) REFERENCES board (id),
    FOREIGN KEY(terrain_id) REFERENCES terrain_kind (id)
);

CREATE TABLE layer (
    board_id VARCHAR NOT NULL,
    id VARCHAR NOT NULL,
    no INTEGER NOT NULL,
    legend TEXT NOT NULL,
    PRIMARY KEY (board_id, id),
    FOREIGN KEY(board_id) REFERENCES board (id)
);

CREATE TABLE cell_word (
    board_id VARCHAR NOT NULL,
    layer_id VARCHAR NOT NULL,
    cell VARCHAR NOT NULL,
    no INTEGER NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (board_id, layer_id, cell),
    FOREIGN KEY(board_id, cell) REFERENCES cell (board_id, cell),
    FOREIGN KEY(board_id, layer_id) REFERENCES layer (board_id, id)
);

CREATE TABLE cell_feature (
    board_id VARCHAR NOT NULL,
    feature_no INTEGER NOT NULL,
    no INTEGER NOT NULL,
    feature_id VARCHAR NOT NULL,
    cell VARCHAR NOT NULL,
    PRIMARY KEY (board_id, feature_no, no),
    FOREIGN KEY(board_id, cell) REFERENCES cell (board_id, cell),
    FOREIGN KEY(feature_id) REFERENCES feature_kind (id)
);

CREATE TABLE edge_line (
    board_id VARCHAR NOT NULL,
    no INTEGER NOT NULL,
    kind VARCHAR NOT NULL,
    name_en VARCHAR,
    name_ja VARCHAR,
    attrs TEXT NOT NULL,
    PRIMARY KEY (board_id, no),
    FOREIGN KEY(board_id) REFERENCES board (id),
    FOREIGN KEY(kind) REFERENCES edge_kind (id)
);

CREATE TABLE edge (
    board_id VARCHAR NOT NULL,
    line_no INTEGER NOT NULL,
    no INTEGER NOT NULL,
    side VARCHAR NOT NULL,
    PRIMARY KEY (board_id, line_no, no),
    FOREIGN KEY(board_id, line_no) REFERENCES edge_line (board_id, no)
);

CREATE TABLE path_line (
    board_id VARCHAR NOT NULL,
    no INTEGER NOT NULL,
    kind VARCHAR NOT NULL,
    name_en VARCHAR,
    name_ja VARCHAR,
    closed BOOLEAN NOT NULL,
    attrs TEXT NOT NULL,
    PRIMARY KEY (board_id, no),
    FOREIGN KEY(board_id) REFERENCES board (id),
    FOREIGN KEY(kind) REFERENCES path_kind (id)
);

CREATE TABLE path_node (
    board_id VARCHAR NOT NULL,
    line_no INTEGER NOT NULL,
    no INTEGER NOT NULL,
    cell VARCHAR NOT NULL,
    PRIMARY KEY (board_id, line_no, no),
    FOREIGN KEY(board_id, cell) REFERENCES cell (board_id, cell),
    FOREIGN KEY(board_id, line_no) REFERENCES path_line (board_id, no)
);

CREATE TABLE link (
    board_id VARCHAR NOT NULL,
    graph_no INTEGER NOT NULL,
    no INTEGER NOT NULL,
    graph VARCHAR NOT NULL,
    a VARCHAR NOT NULL,
    b VARCHAR NOT NULL,
    PRIMARY KEY (board_id, graph_no, no),
    FOREIGN KEY(board_id, a) REFERENCES cell (board_id, cell),
    FOREIGN KEY(board_id, b) REFERENCES cell (board_id, cell)
);

CREATE TABLE label (
    board_id VARCHAR NOT NULL,
    no INTEGER NOT NULL,
    text_en VARCHAR NOT NULL,
    text_ja VARCHAR NOT NULL,
    cell VARCHAR,
    x FLOAT,
    y FLOAT,
    style VARCHAR NOT NULL,
    "offset" TEXT NOT NULL,
    angle FLOAT,
    along TEXT NOT NULL,
    attrs TEXT NOT NULL,
    PRIMARY KEY (board_id, no),
    FOREIGN KEY(board_id) REFERENCES board (id)
);

CREATE TABLE area (
    board_id VARCHAR NOT NULL,
    id VARCHAR NOT NULL,
    no INTEGER NOT NULL,
    name_en VARCHAR NOT NULL,
    name_ja VARCHAR NOT NULL,
    attrs TEXT NOT NULL,
    PRIMARY KEY (board_id, id),
    FOREIGN KEY(board_id) REFERENCES board (id)
);

CREATE TABLE area_cell (
    board_id VARCHAR NOT NULL,
    area_id VARCHAR NOT NULL,
    no INTEGER NOT NULL,
    cell VARCHAR NOT NULL,
    PRIMARY KEY (board_id, area_id, no),
    FOREIGN KEY(board_id, cell) REFERENCES cell (board_id, cell),
    FOREIGN KEY(board_id, area_id) REFERENCES area (board_id, id)
);

CREATE TABLE box (
    id VARCHAR NOT NULL,
    board_id VARCHAR NOT NULL,
    no INTEGER NOT NULL,
    name_en VARCHAR NOT NULL,
    name_ja VARCHAR NOT NULL,
    side VARCHAR,
    sight VARCHAR NOT NULL,
    role VARCHAR NOT NULL,
    on_board TEXT NOT NULL,
    rule VARCHAR NOT NULL,
    attrs TEXT NOT NULL,
    PRIMARY KEY (id),
    FOREIGN KEY(board_id) REFERENCES board (id),
    FOREIGN KEY(side) REFERENCES side (id)
);

CREATE TABLE scenario (
    id VARCHAR NOT NULL,
    no INTEGER NOT NULL,
    name_en VARCHAR NOT NULL,
    name_ja VARCHAR NOT NULL,
    period_en VARCHAR NOT NULL,
    period_ja VARCHAR NOT NULL,
    about_en VARCHAR NOT NULL,
    about_ja VARCHAR NOT NULL,
    rule VARCHAR NOT NULL,
    boards TEXT NOT NULL,
    turns INTEGER,
    minutes INTEGER,
    players INTEGER,
    complexity INTEGER,
    first_side VARCHAR,
    setup_order TEXT NOT NULL,
    PRIMARY KEY (id),
    FOREIGN KEY(first_side) REFERENCES side (id)
);

CREATE TABLE scenario_value (
    scenario_id VARCHAR NOT NULL,
    part VARCHAR NOT NULL,
    side VARCHAR NOT NULL,
    "key" VARCHAR NOT NULL,
    no INTEGER NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (scenario_id, part, side, "key"),
    FOREIGN KEY(scenario_id) REFERENCES scenario (id)
);

CREATE TABLE setup_line (
    scenario_id VARCHAR NOT NULL,
    id VARCHAR NOT NULL,
    no INTEGER NOT NULL,
    side VARCHAR NOT NULL,
    "where" TEXT NOT NULL,
    "each" INTEGER,
    max_per_cell INTEGER,
    random BOOLEAN NOT NULL,
    rule VARCHAR NOT NULL,
    note_en VARCHAR,
    note_ja VARCHAR,
    attrs TEXT NOT NULL,
    PRIMARY KEY (scenario_id, id),
    FOREIGN KEY(scenario_id) REFERENCES scenario (id),
    FOREIGN KEY(side) REFERENCES side (id)
);

CREATE TABLE pool (
    scenario_id VARCHAR NOT NULL,
    side VARCHAR NOT NULL,
    no INTEGER NOT NULL,
    place VARCHAR NOT NULL,
    rule VARCHAR NOT NULL,
    PRIMARY KEY (scenario_id, side),
    FOREIGN KEY(scenario_id) REFERENCES scenario (id),
    FOREIGN KEY(side) REFERENCES side (id)
);

CREATE TABLE placement (
    scenario_id VARCHAR NOT NULL,
    no INTEGER NOT NULL,
    at VARCHAR NOT NULL,
    attrs TEXT NOT NULL,
    PRIMARY KEY (scenario_id, no),
    FOREIGN KEY(scenario_id) REFERENCES scenario (id)
);

CREATE TABLE reinforcement (
    scenario_id VARCHAR NOT NULL,
    no INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    at VARCHAR,
    "where" TEXT NOT NULL,
    side VARCHAR,
    rule VARCHAR NOT NULL,
    note_en VARCHAR,
    note_ja VARCHAR,
    attrs TEXT NOT NULL,
    PRIMARY KEY (scenario_id, no),
    FOREIGN KEY(scenario_id) REFERENCES scenario (id),
    FOREIGN KEY(side) REFERENCES side (id)
);

CREATE TABLE piece_count (
    scenario_id VARCHAR NOT NULL,
    part VARCHAR NOT NULL,
    item INTEGER NOT NULL,
    what VARCHAR NOT NULL,
    no INTEGER NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (scenario_id, part, item, what),
    FOREIGN KEY(scenario_id) REFERENCES scenario (id)
);

CREATE TABLE scenario_note (
    scenario_id VARCHAR NOT NULL,
    no INTEGER NOT NULL,
    rule VARCHAR NOT NULL,
    text_en VARCHAR NOT NULL,
    text_ja VARCHAR NOT NULL,
    PRIMARY KEY (scenario_id, no),
    FOREIGN KEY(scenario_id) REFERENCES scenario (id)
);

CREATE TABLE game (
    "key" VARCHAR NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY ("key")
);

CREATE TABLE entry (
    line VARCHAR NOT NULL,
    no INTEGER NOT NULL,
    kind VARCHAR NOT NULL,
    side VARCHAR NOT NULL,
    label TEXT NOT NULL,
    floor BOOLEAN NOT NULL,
    "to" INTEGER,
    turn INTEGER,
    bookmark VARCHAR NOT NULL,
    stamp VARCHAR NOT NULL,
    rules_version VARCHAR NOT NULL,
    PRIMARY KEY (line, no)
);

CREATE TABLE entry_body (
    line VARCHAR NOT NULL,
    no INTEGER NOT NULL,
    action TEXT NOT NULL,
    events TEXT NOT NULL,
    entropy VARCHAR NOT NULL,
    dice TEXT NOT NULL,
    picks TEXT NOT NULL,
    told TEXT NOT NULL,
    PRIMARY KEY (line, no),
    FOREIGN KEY(line, no) REFERENCES entry (line, no) ON DELETE CASCADE
);

CREATE TABLE snapshot (
    line VARCHAR NOT NULL,
    no INTEGER NOT NULL,
    state BLOB NOT NULL,
    PRIMARY KEY (line, no)
);

CREATE TABLE note_index (
    line VARCHAR NOT NULL,
    entry_no INTEGER NOT NULL,
    side VARCHAR NOT NULL,
    n INTEGER NOT NULL,
    "key" VARCHAR NOT NULL,
    words VARCHAR NOT NULL,
    PRIMARY KEY (line, entry_no, side, n),
    FOREIGN KEY(line, entry_no) REFERENCES entry (line, no) ON DELETE CASCADE
);
CREATE INDEX note_index_key ON note_index (side, "key");

CREATE TABLE draft (
    "key" VARCHAR NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY ("key")
);

CREATE TABLE picture_tile (
    picture VARCHAR NOT NULL,
    level INTEGER NOT NULL,
    x INTEGER NOT NULL,
    y INTEGER NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (picture, level, x, y)
);

CREATE TABLE card (
    id INTEGER NOT NULL,
    kind VARCHAR NOT NULL,
    title VARCHAR NOT NULL,
    scenario VARCHAR NOT NULL,
    card TEXT NOT NULL,
    thumbnail BLOB,
    PRIMARY KEY (id)
);

CREATE TABLE seal (
    part VARCHAR NOT NULL,
    line VARCHAR NOT NULL,
    no INTEGER NOT NULL,
    hash VARCHAR NOT NULL,
    PRIMARY KEY (part, line, no)
);
