import { listedForm } from '#app/blacklist/listed_form'
import { type Client, execute, rows } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

export type BlacklistHit = { entryId: number; severity: 'block' | 'warn'; reason: string; comment: string }
type Where = {
  point: string
  objectType?: string
  objectId?: number
  userId?: number | null
  /** Of a file that is read again to be taken on: what the same person ran into at this door so short ago was this file. */
  onceInHours?: number
}

/** An IBAN to look up, with the object it belongs to. */
export type IbanToCheck = { iban: string; objectId?: number }

/**
 * The active entry that an IBAN meets: the IBAN itself, its bank, its country; block beats warn. The hit is
 * noted. Throws E_BLACKLIST_CHECK when the list cannot be read: the guard fails closed.
 */
export async function checkIban(
  iban: string,
  { objectId, ...where }: Where,
  client?: Client
): Promise<BlacklistHit | null> {
  const wanted = objectId === undefined ? { iban } : { iban, objectId }
  const [hit] = await checkIbans([wanted], where, client)
  return hit ?? null
}

/** The same for many at once: hits in the order of what was asked, null where there is none. */
export async function checkIbans(
  wanted: readonly IbanToCheck[],
  where: Omit<Where, 'objectId'>,
  client?: Client
): Promise<(BlacklistHit | null)[]> {
  return failingClosed(async () => {
    const hits = await lookUp(wanted, client)
    for (const [index, hit] of hits.entries()) {
      const { iban = '', objectId } = wanted[index] ?? {}
      if (hit) await noteHit(hit, listedForm(iban), objectId === undefined ? where : { ...where, objectId })
    }
    return hits
  })
}

/** What is said of a listed account where it may not be used. */
export const blockedText = ({ comment }: Pick<BlacklistHit, 'comment'>): string =>
  `El IBAN está en la lista negra. Motivo: ${comment.replace(/\.$/, '')}.`

/** What is said of one that may be used with one more approval and a comment. */
export const warnedText = ({ comment }: Pick<BlacklistHit, 'comment'>): string =>
  `Lista negra (aviso): ${comment.replace(/\.$/, '')}. El pago necesitará una aprobación más y un comentario.`

/** Notes what ran into the list and could not be stopped any more (a movement of a bank), in the transaction that brings it. */
export async function noteMovements(
  movements: readonly { entryId: number; iban: string; lineId: number; point: string }[],
  userId: number | null,
  trx: Client
): Promise<void> {
  if (movements.length === 0) return
  await execute(
    `insert into iban_blacklist_hits (entry_id, point, object_type, object_id, user_id, iban, outcome)
     select m.entry_id, m.point, 'bank_statement_line', m.line_id, :userId, m.iban, 'warned'
       from jsonb_to_recordset(:movements::jsonb) as m(entry_id bigint, point text, line_id bigint, iban text)`,
    {
      userId,
      movements: JSON.stringify(
        movements.map(({ entryId, iban, lineId, point }) => ({
          entry_id: entryId,
          point,
          line_id: lineId,
          iban: listedForm(iban),
        }))
      ),
    },
    trx
  )
}

/**
 * Notes that an approval let payments to accounts pass that the list warns of: one row for each, in the transaction of the
 * approval, for it only counts with it.
 */
export async function noteReleased(
  released: readonly { entryId: number; iban: string; objectId: number }[],
  { point, objectType, userId }: Omit<Where, 'objectId'>,
  trx: Client
): Promise<void> {
  if (released.length === 0) return
  await execute(
    `insert into iban_blacklist_hits (entry_id, point, object_type, object_id, user_id, iban, outcome)
     select r.entry_id, :point, :objectType, r.object_id, :userId, r.iban, 'released'
       from jsonb_to_recordset(:released::jsonb) as r(entry_id bigint, object_id bigint, iban text)`,
    {
      point,
      objectType: objectType ?? null,
      userId: userId ?? null,
      released: JSON.stringify(
        released.map(({ entryId, objectId, iban }) => ({
          entry_id: entryId,
          object_id: objectId,
          iban: listedForm(iban),
        }))
      ),
    },
    trx
  )
}

/** The same lookup for somebody who only looks: no hit is noted, for nothing was tried. */
export function findIbanHits(ibans: readonly string[], client?: Client): Promise<(BlacklistHit | null)[]> {
  return failingClosed(() =>
    lookUp(
      ibans.map((iban) => ({ iban })),
      client
    )
  )
}

async function lookUp(
  wanted: readonly IbanToCheck[],
  client: Client | undefined
): Promise<(BlacklistHit | null)[]> {
  const normals = wanted.map(({ iban }) => listedForm(iban))
  const found = await findHits(normals, client)
  return normals.map((iban) => found.get(iban) ?? null)
}

async function failingClosed<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    throw new DomainError(
      'E_BLACKLIST_CHECK',
      'No se ha podido comprobar la lista negra. Inténtelo de nuevo.',
      { cause: error }
    )
  }
}

async function findHits(normals: string[], client?: Client): Promise<Map<string, BlacklistHit>> {
  const found = await rows<BlacklistHit & { iban: string }>(
    `select w.iban, e.id as entry_id, e.severity, e.reason, e.comment from unnest(:ibans::text[]) as w(iban) cross join lateral iban_listing(w.iban) e`,
    { ibans: [...new Set(normals)] },
    client
  )
  return new Map(found.map(({ iban, ...hit }) => [iban, hit]))
}

/** In a transaction of its own: what was tried stays on record although the act is refused and taken back. */
async function noteHit(hit: BlacklistHit, iban: string, where: Where): Promise<void> {
  await execute(
    `insert into iban_blacklist_hits (entry_id, point, object_type, object_id, user_id, iban, outcome)
     select :entryId, :point, :objectType, :objectId, :userId::bigint, :iban, :outcome
      where not exists (select 1 from iban_blacklist_hits h where h.entry_id = :entryId and h.at > now() - make_interval(hours => :hours)
        and h.point = :point and h.iban = :iban and h.user_id is not distinct from :userId::bigint)`,
    {
      hours: where.onceInHours ?? 0,
      entryId: hit.entryId,
      point: where.point,
      objectType: where.objectType ?? null,
      objectId: where.objectId ?? null,
      userId: where.userId ?? null,
      iban,
      outcome: hit.severity === 'block' ? 'blocked' : 'warned',
    }
  )
}
