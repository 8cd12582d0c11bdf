// What TypeScript's checker cannot know of the two workers: that one is a service worker, and what the build lays beside them.

interface WorkerGlobalScopeEventMap {
  install: ExtendableEvent;
  activate: ExtendableEvent;
  fetch: FetchEvent;
}

interface WorkerGlobalScope {
  readonly clients: Clients;
  readonly registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
}

declare module "*/pyodide.mjs" {
  export const version: string;
  export function loadPyodide(options: Record<string, unknown>): Promise<any>;
}

declare module "*/highs/highs.mjs";
