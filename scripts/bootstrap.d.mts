export declare function runWithOwnNode(options: { script: string }): void;
export declare function installWhenMissing(folder: string): void;
