// What build.mjs puts into the inlined entries.

declare module "inlined:*" {
    const text: string;
    export default text;
}
