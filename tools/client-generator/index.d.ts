/** Writes types, calls and what they need to run, of an OpenAPI document, into a folder that it empties first. */
export declare function generate(wish: { document: object; folder: string }): Promise<unknown>;
