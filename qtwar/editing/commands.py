"""Every gesture by name, for windows and scripts: a function of a draft that returns one named `Command`."""

from __future__ import annotations

from qtwar.editing.batch import Batch, Command
from qtwar.editing.boards import ANCHORS, add_board, resize, set_grid, show_layer
from qtwar.editing.borrow import borrow
from qtwar.editing.charts import (
    add_table,
    insert_line,
    look_up,
    remove_line,
    set_cell,
    set_head,
    set_heads,
    table_cells,
)
from qtwar.editing.ground import (
    add_path,
    edge_stroke,
    erase_edges,
    fill,
    insert_node,
    join_paths,
    mix,
    move_node,
    paint,
    raise_by,
    remove_node,
    set_path,
    split_path,
)
from qtwar.editing.items import add, attach, delete, duplicate, fill_down, rename, reorder, set_many, used_by
from qtwar.editing.pictures import (
    Calibration,
    Plan,
    calibrate,
    change_picture,
    drop_picture,
    import_picture,
    plan,
)
from qtwar.editing.places import (
    add_area,
    add_box,
    add_label,
    add_track,
    area_cells,
    clear_label_places,
    move_box,
    move_label,
    name_features,
)
from qtwar.editing.regions import clear_region, copy_region, mirror, paste, rotate, turn_region
from qtwar.editing.rows import Preview, RowFault, copy_rows, import_rows, paste_rows, preview, read_table
from qtwar.editing.scenarios import (
    add_reinforcement,
    add_scenario,
    add_setup_line,
    move_pieces,
    move_reinforcement,
    place_pieces,
    set_pool,
    set_victory,
    special_rule,
    zone,
)
from qtwar.editing.search import Hit, search
from qtwar.editing.shapes import brush, lasso, line, rectangle, side_at, stroke, trace, wand

__all__ = [
    "ANCHORS", "Batch", "Calibration", "Command", "Hit", "Plan", "Preview", "RowFault", "add", "add_area", "add_board",
    "add_box", "add_label", "add_path", "add_reinforcement", "add_scenario", "add_setup_line", "add_table", "add_track",
    "area_cells", "attach", "borrow", "brush", "calibrate", "change_picture", "clear_label_places", "clear_region", "copy_region",
    "copy_rows",
    "delete", "drop_picture", "duplicate", "edge_stroke", "erase_edges", "fill", "fill_down", "import_picture",
    "import_rows", "insert_line", "insert_node", "join_paths", "lasso", "line", "look_up", "mirror", "mix", "move_box",
    "move_label", "move_node", "move_pieces", "move_reinforcement", "name_features", "paint", "paste", "paste_rows",
    "place_pieces", "plan", "preview", "raise_by", "read_table", "rectangle", "remove_line", "remove_node", "rename",
    "reorder", "resize", "rotate", "search", "set_cell", "set_grid", "set_head", "set_heads", "set_many", "set_path", "set_pool",
    "set_victory", "show_layer", "side_at", "special_rule", "split_path", "stroke", "table_cells", "trace", "turn_region",
    "used_by", "wand", "zone",
]  # fmt: skip
