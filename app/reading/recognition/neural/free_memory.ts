import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

/**
 * Frees what networks gave before. Their tensors lie outside the heap, so that the engine does not notice how much waits to
 * be collected: left to itself it lets hundreds of megabytes of them stand.
 */
export function freeMemory(): void {
  collect()
}
