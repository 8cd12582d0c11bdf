// Runs networks by ONNX Runtime's own WebAssembly. Its C interface answers at once; `InferenceSession.run` answers with a
// promise, for which Python can wait in few browsers only. Names and numbers are those of onnxruntime-web's
// lib/wasm/wasm-core-impl.ts and lib/wasm/session-options.ts.

const WARNINGS = 2, ALL_OPTIMIZATIONS = 99, SEQUENTIAL = 0, FLOAT = 1, ON_CPU = 1;
const BYTES = 4;
const USED_DIRECTLY = ["session.use_ort_model_bytes_directly", "1"];

/** @type {import("./nets.js").StartEngine} With one thread. */
export async function startOnnx(at) {
  const { default: begin } = await import(at("ort-wasm-simd-threaded.mjs"));
  const ort = await begin({ locateFile: () => at("ort-wasm-simd-threaded.wasm"), numThreads: 1 });
  check(ort, ort._OrtInit(1, WARNINGS) === 0);
  return (model) => network(ort, model);
}

/**
 * @param {any} ort
 * @param {Uint8Array} model An ONNX file of one input and one output.
 * @returns {import("./nets.js").Net}
 */
function network(ort, model) {
  const [key, value] = USED_DIRECTLY.map((text) => written(ort, text));
  const none = written(ort, "");
  const options = ort._OrtCreateSessionOptions(
    ALL_OPTIMIZATIONS, false, true, SEQUENTIAL, false, 0, none, WARNINGS, 0, 0);
  check(ort, options && ort._OrtAddSessionConfigEntry(options, key, value) === 0);
  const bytes = ort._malloc(model.byteLength);  // stays: the session uses it as it is
  ort.HEAPU8.set(model, bytes);
  const session = ort._OrtCreateSession(bytes, model.byteLength, options);
  check(ort, session);
  ort._OrtReleaseSessionOptions(options);
  [key, value, none].forEach(ort._free);
  const names = [nameOf(ort, session, 0), nameOf(ort, session, 1)];
  let made = 0;
  return (fill, shape) => {
    if (made) ort._OrtReleaseTensor(made);
    made = run(ort, session, names, fill, shape);
    return tensorAt(ort, made);
  };
}

/**
 * @param {any} ort
 * @param {number} session
 * @param {number[]} names Where the names of the input and of the output are.
 * @param {(input: Float32Array) => void} fill
 * @param {number[]} shape
 * @returns {number} The tensor that comes out.
 */
function run(ort, session, names, fill, shape) {
  const size = shape.reduce((product, side) => product * side, 1) * BYTES;
  const input = ort._malloc(size);
  if (!input) throw new Error(`ONNX Runtime has no room for ${size} bytes`);
  const stack = ort.stackSave();
  try {
    fill(floats(ort, input, size));
    const dims = array(ort, shape);
    const tensor = ort._OrtCreateTensor(FLOAT, input, size, dims, shape.length, ON_CPU);
    check(ort, tensor);
    const options = ort._OrtCreateRunOptions(WARNINGS, 0, false, 0);
    const out = array(ort, [0]);
    const failed = ort._OrtRun(session, array(ort, [names[0]]), array(ort, [tensor]), 1, array(ort, [names[1]]), 1, out, options);
    ort._OrtReleaseRunOptions(options);
    ort._OrtReleaseTensor(tensor);
    check(ort, failed === 0);
    return ort.getValue(out, "*");
  } finally {
    ort.stackRestore(stack);
    ort._free(input);
  }
}

/**
 * @param {any} ort
 * @param {number} tensor
 * @returns {import("./nets.js").Tensor}
 */
function tensorAt(ort, tensor) {
  const stack = ort.stackSave();
  try {
    const at = array(ort, [0, 0, 0, 0]);
    check(ort, ort._OrtGetTensorData(tensor, at, at + BYTES, at + 2 * BYTES, at + 3 * BYTES) === 0);
    const [, data, dims, rank] = [0, 1, 2, 3].map((index) => ort.getValue(at + index * BYTES, "*"));
    const shape = Array.from({ length: rank }, (_, index) => ort.getValue(dims + index * BYTES, "i32"));
    ort._OrtFree(dims);
    return { data: floats(ort, data, shape.reduce((product, side) => product * side, 1) * BYTES), shape };
  } finally {
    ort.stackRestore(stack);
  }
}

/**
 * The name of an input or, behind the inputs, of an output.
 * @param {any} ort
 * @param {number} session
 * @param {number} index
 */
function nameOf(ort, session, index) {
  const stack = ort.stackSave();
  try {
    const at = array(ort, [0, 0]);
    check(ort, ort._OrtGetInputOutputMetadata(session, index, at, at + BYTES) === 0);
    ort._OrtFree(ort.getValue(at + BYTES, "*"));
    return ort.getValue(at, "*");
  } finally {
    ort.stackRestore(stack);
  }
}

/**
 * Numbers on ONNX Runtime's stack.
 * @param {any} ort
 * @param {number[]} values
 * @returns {number}
 */
function array(ort, values) {
  const at = ort.stackAlloc(values.length * BYTES);
  values.forEach((value, index) => ort.setValue(at + index * BYTES, value, "i32"));
  return at;
}

/**
 * @param {any} ort
 * @param {string} text
 * @returns {number}
 */
function written(ort, text) {
  const size = ort.lengthBytesUTF8(text) + 1;
  const at = ort._malloc(size);
  ort.stringToUTF8(text, at, size);
  return at;
}

/**
 * @param {any} ort
 * @param {number} at
 * @param {number} size In bytes.
 */
function floats(ort, at, size) {
  return new Float32Array(ort.HEAPU8.buffer, at, size / BYTES);
}

/**
 * @param {any} ort
 * @param {unknown} done
 */
function check(ort, done) {
  if (done) return;
  const stack = ort.stackSave();
  const at = array(ort, [0, 0]);
  ort._OrtGetLastError(at, at + BYTES);
  const message = ort.getValue(at + BYTES, "*");
  ort.stackRestore(stack);
  throw new Error(`ONNX Runtime: ${message ? ort.UTF8ToString(message) : "failed"}`);
}
