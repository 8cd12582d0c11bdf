// The camera's picture in a video element, and its frames.

/** Pixels requested from the camera on the longer side. */
const WANTED = 1920;

/**
 * Starts the camera, the rear one if there are several.
 * @param {HTMLVideoElement} video
 * @param {() => boolean} isWanted Asked once the camera has started, which may take a while.
 * @param {() => void} ended Called if the system takes the camera away.
 */
export async function startCamera(video, isWanted = () => true, ended = () => {}) {
  const size = { width: { ideal: WANTED }, height: { ideal: (WANTED * 9) / 16 } };
  const stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: { facingMode: "environment", ...size } });
  if (!isWanted()) {
    stop(stream);
    return;
  }
  stopCamera(video);
  stream.getTracks().forEach((track) => track.addEventListener("ended", ended));
  video.srcObject = stream;
  await video.play().catch((error) => { if (isWanted()) throw error; });
}

/** @param {HTMLVideoElement} video */
export function stopCamera(video) {
  if (video.srcObject instanceof MediaStream) stop(video.srcObject);
  video.srcObject = null;
}

/** @param {MediaStream} stream */
function stop(stream) {
  stream.getTracks().forEach((track) => track.stop());
}

/**
 * Waits for the camera's next frame.
 * @param {HTMLVideoElement} video
 */
export async function nextFrame(video) {
  await new Promise((resolve) => {
    if ("requestVideoFrameCallback" in video) video.requestVideoFrameCallback(resolve);
    else requestAnimationFrame(resolve);
  });
}

/**
 * The sides of the video's picture, reduced to the given number of pixels on the longer one.
 * @param {HTMLVideoElement} video
 * @param {number} longest
 */
export function reduced({ videoWidth, videoHeight }, longest) {
  const factor = Math.min(1, longest / Math.max(videoWidth, videoHeight));
  return { width: Math.max(1, Math.round(videoWidth * factor)), height: Math.max(1, Math.round(videoHeight * factor)) };
}
