/** Generates types, calls and their runtime from an OpenAPI document, into a folder that it empties first. */
export declare function generate(wish: { document: object; folder: string }): Promise<unknown>;
