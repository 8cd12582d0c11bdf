import js from "@eslint/js";
import globals from "globals";

const WORKERS = ["scorer/offline/shell/service.js", "scorer/offline/shell/worker/*.js"];

export default [
  js.configs.recommended,
  {
    rules: {
      "complexity": ["error", 12],
      "eqeqeq": ["error", "always", { null: "ignore" }],
      "max-len": ["error", { code: 130 }],
      "no-shadow": "error",
      "no-var": "error",
      "prefer-const": "error",
    },
  },
  {
    files: ["scorer/frontend/**/*.js", "scorer/offline/shell/**/*.js"],
    ignores: WORKERS,
    languageOptions: { globals: globals.browser },
  },
  { files: ["scorer/offline/*.mjs"], languageOptions: { globals: globals.node } },
  { files: WORKERS, languageOptions: { globals: { ...globals.worker, ...globals.serviceworker } } },
];
