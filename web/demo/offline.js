// Keeps the files of the page, so that it works without a network after the first visit. The build fills in VERSION, a
// digest of the files, and FILES.

const scope = registration.scope;
const name = `seajay ${scope} ${VERSION}`;

/** A copy of a file, in which it is forgotten how it came here: a page may not be a redirected response. */
async function download(file) {
    const response = await fetch(file, { cache: "no-cache" });
    if (!response.ok) throw new Error(`${file}: ${response.status}`);
    return new Response(response.body, response);
}

async function keepFiles() {
    const cache = await caches.open(name);
    await Promise.all(FILES.map(async (file) => cache.put(file, await download(file))));
}

async function forgetOlder() {
    const names = await caches.keys();
    const older = names.filter((other) => other.startsWith(`seajay ${scope} `) && other !== name);
    await Promise.all(older.map((other) => caches.delete(other)));
}

async function answer(request) {
    const cache = await caches.open(name);
    const file = request.url.split(/[?#]/)[0] === scope ? "index.html" : request;
    return (await cache.match(file, { ignoreSearch: true })) ?? fetch(request);
}

addEventListener("install", (event) => event.waitUntil(keepFiles()));
addEventListener("activate", (event) => event.waitUntil(forgetOlder()));
addEventListener("fetch", (event) => event.respondWith(answer(event.request)));
