/** Does it with each, so many at the same moment; the first that throws ends it. */
export async function inParallel<One>(
  all: readonly One[],
  atOnce: number,
  work: (one: One) => Promise<unknown>
): Promise<void> {
  const queue = [...all]
  const loop = async () => {
    for (let one = queue.shift(); one !== undefined; one = queue.shift()) await work(one)
  }
  await Promise.all(Array.from({ length: atOnce }, loop))
}
