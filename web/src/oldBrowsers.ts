/** The few methods that Chrome 88 to 109 lack and the bundle uses; tools/browsers.mjs holds the list. Loaded first. */

const lacking = (of: object, methods: Record<string, unknown>) => {
  for (const [name, value] of Object.entries(methods)) {
    if (!(name in of))
      Object.defineProperty(of, name, { value, writable: true, configurable: true, enumerable: false });
  }
};

const place = (length: number, at: number) => {
  const whole = Math.trunc(at) || 0;
  return whole < 0 ? length + whole : whole;
};

export const arrayMethods = {
  at(this: unknown[], at: number) {
    return this[place(this.length, at)];
  },
  findLast(this: unknown[], fits: (one: unknown, at: number, all: unknown[]) => boolean) {
    for (let at = this.length - 1; at >= 0; at--) if (fits(this[at], at, this)) return this[at];
    return undefined;
  },
  toSorted(this: unknown[], order?: (a: unknown, b: unknown) => number) {
    return [...this].sort(order);
  },
  toSpliced(this: unknown[], ...args: [number, number, ...unknown[]]) {
    const copy = [...this];
    copy.splice(...args);
    return copy;
  },
  with(this: unknown[], at: number, value: unknown) {
    const copy = [...this];
    const found = place(copy.length, at);
    if (found < 0 || found >= copy.length) throw new RangeError('Invalid index');
    copy[found] = value;
    return copy;
  },
};

export const objectMethods = {
  hasOwn: (of: object, name: PropertyKey) => Object.hasOwn(of, name),
};

lacking(Array.prototype, arrayMethods);
lacking(Object, objectMethods);
lacking(String.prototype, {
  at(this: string, at: number) {
    return this.charAt(place(this.length, at)) || undefined;
  },
});
