// The icons of buttons that show no label, as line drawings.

import { draw } from "../shared/dom.js";

/** @type {Record<string, string>} By the names that Streamlit's icons have. */
const PATHS = {
  arrow_back: "M20 12H5M11 5l-7 7 7 7",
  chevron_left: "M15 5l-7 7 7 7",
  chevron_right: "M9 5l7 7-7 7",
  edit: "M4 20l1-4L16.5 4.5l3 3L8 19l-4 1M14 7l3 3",
  menu_book: "M12 7C9 5 6 5 3 6v13c3-1 6-1 9 1 3-2 6-2 9-1V6c-3-1-6-1-9 1v13",
  share: "M8.6 10.7l6.8-4M8.6 13.3l6.8 4M9 12a3 3 0 1 1-6 0 3 3 0 0 1 6 0zM21 5a3 3 0 1 1-6 0 3 3 0 0 1 6 0z"
    + "M21 19a3 3 0 1 1-6 0 3 3 0 0 1 6 0z",
};

/** @param {string} name */
export const icon = (name) => draw("svg", {
  viewBox: "0 0 24 24", width: 24, height: 24, fill: "none", stroke: "currentColor", "stroke-width": 2,
  "stroke-linecap": "round", "stroke-linejoin": "round", "aria-hidden": "true",
}, draw("path", { d: PATHS[name] }));
