/** The part of the load generator that benches use, declared here because types are checked before it is installed. */
type Options = {
  url: string;
  method: 'POST';
  connections: number;
  duration: number;
  body: string;
  headers: Record<string, string>;
};
type Result = { non2xx: number; errors: number; requests: { average: number } };

export declare function autocannon(options: Options): Promise<Result>;
