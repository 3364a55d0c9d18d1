import type { Actor } from '#app/audit/record_event'
import type { Transaction } from '#app/kernel/database/sql'

/** Two suppliers that are one: everything of the first becomes the second's. */
export type ProviderMerge = { sourceId: number; targetId: number; actor: Actor }

type Pair = Pick<ProviderMerge, 'sourceId' | 'targetId'>

export type MergeCount = { one: string; many: string; count: number }

type MergeFollower = {
  /** SQL: `site_id` of every company that has anything of a supplier, by its key. */
  sites?: (provider: string) => string
  /** What of a supplier would move, and what it is called, for who decides. */
  count?: (sourceId: number, trx: Transaction) => Promise<MergeCount[]>
  /** Sentences that stand against the merge, none when nothing does. Holds what it looked at until the transaction ends. */
  refuse?: (pair: Pair, trx: Transaction) => Promise<string[]>
  /** Makes the documents of the first the second's, within the transaction of the merge. */
  move: (merge: ProviderMerge, trx: Transaction) => Promise<void>
  /** What has to be judged anew, after the commit. */
  after?: (merge: ProviderMerge) => Promise<void>
}

const followers: MergeFollower[] = []

/** Higher floors that keep documents by supplier bring them along from here, in the order of their floors. */
export function followMerges(follower: MergeFollower): void {
  followers.push(follower)
}

export const mergeFollowers = (): readonly MergeFollower[] => followers
