/** Why a resource does not match the published schema of its kind; null if it does. */
export declare function refusalOf(resource: { apiVersion: string; kind: string }): string | null;
