import { inTransaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { findSides, obstaclesOf } from '#app/providers/actions/merge_providers'
import { type MergeCount, mergeFollowers } from '#app/providers/merge_followers'
import { balancesOf, countBanks, isSameTaxId, type MergingProvider } from '#app/providers/queries/merge_facts'

type Pair = { sourceId: number; targetId: number }

type MergePreview = {
  /** Why it cannot be done now; nothing when it can. */
  obstacles: string[]
  source: Side | null
  target: Side | null
  moves: { label: string; count: number }[]
  balances: { site: string; code: string; balance: { minor: number; currency: string } }[]
  sharedBanks: number
  needsConfirmation: boolean
}
type Side = { id: number; code: string; name: string; taxId: string | null; status: string }

/** What a merge of two suppliers would move, for who decides; nothing is changed. */
export function previewMerge(pair: Pair, scope: number[] | 'all'): Promise<MergePreview> {
  return inTransaction(async (trx) => {
    try {
      const sides = await findSides(pair, scope, trx)
      const banks = await countBanks(pair, trx)
      const counted: MergeCount[] = []
      for (const follower of mergeFollowers())
        counted.push(...((await follower.count?.(pair.sourceId, trx)) ?? []))
      const owed = await balancesOf(pair.sourceId, trx)
      return {
        obstacles: await obstaclesOf(pair, sides, trx),
        source: sideOf(sides.source),
        target: sideOf(sides.target),
        moves: [
          ...counted,
          {
            one: 'cuenta bancaria, por verificar de nuevo',
            many: 'cuentas bancarias, por verificar de nuevo',
            count: banks.moving,
          },
        ]
          .filter(({ count }) => count > 0)
          .map(({ one, many, count }) => ({ label: count === 1 ? one : many, count })),
        balances: owed.map(({ site, code, balanceMinor, currency }) => ({
          site,
          code,
          balance: { minor: balanceMinor, currency },
        })),
        sharedBanks: banks.shared,
        needsConfirmation: !isSameTaxId(sides.source, sides.target),
      }
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      return { ...NOTHING, obstacles: [error.message] }
    }
  })
}

const NOTHING: MergePreview = {
  obstacles: [],
  source: null,
  target: null,
  moves: [],
  balances: [],
  sharedBanks: 0,
  needsConfirmation: false,
}

const sideOf = ({ id, code, legalName, taxId, status }: MergingProvider): Side => ({
  id,
  code,
  name: legalName,
  taxId,
  status,
})
