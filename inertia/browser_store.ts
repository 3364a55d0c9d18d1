/** Reads a JSON value kept in this browser; `fallback` when there is none, it is corrupt or storage is forbidden. */
export function readStored<Value>(key: string, fallback: Value): Value {
  try {
    const text = window.localStorage.getItem(key)
    return text === null ? fallback : (JSON.parse(text) as Value)
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
