"""The print tab: choices at the left, live pages in the middle, thumbnails at the right, problems and Export below."""
