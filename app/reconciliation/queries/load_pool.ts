import { type Client, rows } from '#app/kernel/database/sql'
import { loadPaymentsInTransit, loadPostedLines } from '#app/reconciliation/queries/load_payments'
import { loadReturns } from '#app/reconciliation/queries/load_returns'
import { loadTransfers } from '#app/reconciliation/queries/load_transfers'
import type { MatchAccount } from '#app/reconciliation/queries/match_account'
import { findOpenItems } from '#app/reconciliation/queries/open_items/load_open_items'
import { candidatesMax, type Probe, probeFor } from '#app/reconciliation/queries/probe'
import type { Candidate, LineFacts, PartyKey, ScoreContext } from '#app/reconciliation/scoring/match_types'

/** Everything that some movements of an account may be, and what scoring has to know. */
export type Pool = {
  candidates: Candidate[]
  context: ScoreContext
  /** False where there was more than could be looked at: a rival may be missing, so nothing is sure. */
  isWhole: boolean
}

/** What these movements may be. Own transfers are of accounts that the viewer, when there is one, may see. */
export async function loadPool(
  account: MatchAccount,
  lines: readonly LineFacts[],
  client?: Client,
  viewerId: number | null = null
): Promise<Pool> {
  const probe = await probeFor(account, lines, client)
  const [ibanOwners, learned, ...kinds] = await Promise.all([
    loadIbanOwners(probe, client),
    loadLearned(account.siteId, probe, client),
    loadPaymentsInTransit(account, probe, client),
    loadPostedLines(account, probe, client),
    findOpenItems(account, probe, client),
    loadTransfers(account, probe, client, viewerId),
    loadReturns(account, probe, client),
  ])
  return {
    candidates: kinds.flat(),
    context: { toleranceMinor: account.toleranceMinor, ibanOwners, learned },
    isWhole: kinds.every((kind) => kind.length < candidatesMax),
  }
}

/** Whose the IBANs of the movements are: verified bank details of providers, and accounts of the group. */
async function loadIbanOwners({ ibans }: Probe, client?: Client) {
  const found = await rows<{ iban: string; party: PartyKey }>(
    `select iban, 'provider:' || provider_id as party from provider_banks where iban = any(:ibans::text[]) and verification = 'verified' and disabled_at is null
     union select iban, 'site:' || site_id from bank_accounts where iban = any(:ibans::text[])`,
    { ibans },
    client
  )
  const owners = new Map<string, PartyKey[]>()
  for (const { iban, party } of found) owners.set(iban, [...(owners.get(iban) ?? []), party])
  return owners
}

async function loadLearned(siteId: number, { skeletons }: Probe, client?: Client) {
  const found = await rows<{ skeleton: string; party: PartyKey; times: number }>(
    `select skeleton, counterparty_type || ':' || counterparty_id as party, times from match_associations
      where site_id = :siteId and times > 0 and skeleton = any(:skeletons::text[])`,
    { siteId, skeletons },
    client
  )
  const learned = new Map<string, Map<PartyKey, number>>()
  for (const { skeleton, party, times } of found) {
    const parties = learned.get(skeleton) ?? new Map<PartyKey, number>()
    learned.set(skeleton, parties.set(party, times))
  }
  return learned
}
