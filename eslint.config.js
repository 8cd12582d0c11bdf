import js from "@eslint/js";
import globals from "globals";

export default [
  js.configs.recommended,
  {
    files: ["scorer/ui/component/browser/*.js"],
    languageOptions: { globals: globals.browser },
    rules: {
      "complexity": ["error", 12],
      "eqeqeq": ["error", "always", { null: "ignore" }],
      "max-len": ["error", { code: 130 }],
      "no-shadow": "error",
      "no-var": "error",
      "prefer-const": "error",
    },
  },
];
