/** What the published schema of its kind refuses in a resource; null where it takes it. */
export declare function refusalOf(resource: { apiVersion: string; kind: string }): string | null;
