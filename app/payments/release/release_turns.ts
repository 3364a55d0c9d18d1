/** The place of one group in its release, from the lock of its orders to the end of its transaction. */
export type Turn = {
  /** The selected orders whose money nobody before has taken, those of this group included. */
  waitingIds: () => number[]
  /** The group before has ended: what it took it has used, or given back. */
  earlierEnded: () => Promise<void>
  /** These have their money: the next group may begin, and counts it as gone. */
  take: (orderIds: readonly number[]) => void
  /** The group did not leave after all. */
  giveBack: () => void
}

type Ended<Outcome> = { outcome: Outcome } | { failure: unknown }

/**
 * Groups of one release in their order. While one is moved, written and validated, the next is locked and checked: two at
 * most are under way. The later one locks only after the earlier has all its locks, so the earlier never waits for it.
 */
export class ReleaseTurns {
  private readonly waiting: Set<number>

  constructor(orderIds: readonly number[]) {
    this.waiting = new Set(orderIds)
  }

  /** What each group came to, in their order. Throws what the first one threw; those behind it do not begin. */
  async inOrder<Group, Outcome>(
    groups: readonly Group[],
    work: (group: Group, turn: Turn) => Promise<Outcome>
  ): Promise<Outcome[]> {
    const underWay: Promise<Ended<Outcome>>[] = []
    for (const group of groups) {
      const before = await underWay.at(-2)
      if (before && 'failure' in before) break
      const { turn, taken } = this.turnAfter(underWay.at(-1))
      const ended = work(group, turn).then(
        (outcome): Ended<Outcome> => ({ outcome }),
        (failure: unknown): Ended<Outcome> => ({ failure })
      )
      underWay.push(ended)
      await Promise.race([taken, ended])
    }
    return (await Promise.all(underWay)).map((ended) => {
      if ('failure' in ended) throw ended.failure
      return ended.outcome
    })
  }

  private turnAfter(earlier: Promise<unknown> | undefined): { turn: Turn; taken: Promise<void> } {
    const { promise: taken, resolve } = Promise.withResolvers<void>()
    let own: readonly number[] = []
    const turn: Turn = {
      waitingIds: () => [...this.waiting],
      earlierEnded: async () => {
        await earlier
      },
      take: (orderIds) => {
        own = orderIds
        for (const id of own) this.waiting.delete(id)
        resolve()
      },
      giveBack: () => {
        for (const id of own) this.waiting.add(id)
      },
    }
    return { turn, taken }
  }
}
