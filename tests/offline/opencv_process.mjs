// Calls OpenCV.js as the browser's worker does, for a test: one call a line comes in, one answer a line goes out.

import { createInterface } from "node:readline";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [folder, script] = process.argv.slice(2);
const cv = await createRequire(`${folder}/`)("@techstark/opencv-js");
const { caller } = await import(pathToFileURL(script).href);
const call = caller(cv);
const arrays = { uint8: Uint8Array, int32: Int32Array, float32: Float32Array, float64: Float64Array };

function received(_key, value) {
  if (!value?.data) return value;
  const bytes = Buffer.from(value.data, "base64");
  return { ...value, data: new arrays[value.type](new Uint8Array(bytes).buffer) };
}

function sent(_key, value) {
  return ArrayBuffer.isView(value) ? Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("base64") : value;
}

for await (const line of createInterface({ input: process.stdin })) {
  const [name, given] = JSON.parse(line, received);
  let answer;
  try { answer = call(name, given); } catch (error) { answer = { error: String(error) }; }
  process.stdout.write(`${JSON.stringify(answer, sent)}\n`);
}
