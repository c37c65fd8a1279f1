/** Armed faults, each with a count; at 0 it is removed. */
export type CountedFaults<Fault> = {
  list(): readonly Fault[];
  add(fault: Fault): void;
  clear(): void;
  /** Uses up one count of the first match. */
  take(fits: (fault: Fault) => boolean): Fault | null;
};

export function createFaults<Fault extends { times: number }>(): CountedFaults<Fault> {
  let faults: Fault[] = [];
  return {
    list: () => faults,
    add: (fault) => {
      faults = [...faults, fault];
    },
    clear: () => {
      faults = [];
    },
    take(fits) {
      const fault = faults.find(fits);
      if (!fault) return null;
      const left = fault.times > 1 ? [{ ...fault, times: fault.times - 1 }] : [];
      faults = faults.flatMap((each) => (each === fault ? left : [each]));
      return fault;
    },
  };
}
