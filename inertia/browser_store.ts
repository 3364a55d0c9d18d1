/** Whether something kept in a browser, where anybody may have changed it, is what its reader works with. */
export type Kind<Value> = (kept: unknown) => kept is Value

export const isFlag = (kept: unknown): kept is boolean => typeof kept === 'boolean'
export const isList = (kept: unknown): kept is unknown[] => Array.isArray(kept)
export const isTexts = (kept: unknown): kept is string[] =>
  Array.isArray(kept) && kept.every((one) => typeof one === 'string')
export const isFlags = (kept: unknown): kept is Record<string, boolean> =>
  typeof kept === 'object' && kept !== null && !Array.isArray(kept) && Object.values(kept).every(isFlag)

/** The value of a kept text; `fallback` when there is none, it is corrupt or of another kind than the one asked for. */
export function keptValue<Value>(text: string | null, fallback: Value, isKind: Kind<Value>): Value {
  try {
    const kept: unknown = text === null ? null : JSON.parse(text)
    return isKind(kept) ? kept : fallback
  } catch {
    return fallback
  }
}

/** Reads a value kept in this browser; `fallback` also when storage is forbidden. */
export function readStored<Value>(key: string, fallback: Value, isKind: Kind<Value>): Value {
  try {
    return keptValue(window.localStorage.getItem(key), fallback, isKind)
  } catch {
    return fallback
  }
}

/** Keeps a JSON value in this browser; without storage the choice only lasts until the page is left. */
export function writeStored(key: string, value: unknown): void {
  try {
    window.localStorage.setItem(key, JSON.stringify(value))
  } catch (error) {
    console.error(error)
  }
}
