import { today } from '#app/kernel/time/calendar_date'
import { readCompensation } from '#app/loans/compensations/compensation'
import {
  approveCompensation,
  discardCompensation,
  reverseCompensation,
} from '#app/loans/compensations/decide_compensation'
import { previewCompensation, proposeCompensation } from '#app/loans/compensations/propose_compensation'
import { type Acted, DONE, type Group, NOTHING, type Random, someKey, someMonthEnd, someOf } from './stage.js'

/** What some companies owe each other goes as far as it evens out; a proposal that was left open is discarded as often. */
export async function compensate(random: Random, { companies, author, approvers }: Group): Promise<Acted> {
  const openId = await someKey(random, `select id from loan_compensations where status = 'proposed'`)
  if (openId !== null && random.between(0, 1) === 0) {
    await discardCompensation(openId, 'No se llegó a aprobar', author.actor)
    return DONE
  }
  const mode = random.oneOf(['bilateral', 'multilateral'] as const)
  const siteIds = someOf(random, companies, mode === 'bilateral' ? 2 : random.between(3, 12)).map(
    ({ siteId }) => siteId
  )
  const wanted = {
    cutOffOn: random.between(0, 3) === 0 ? someMonthEnd(random) : today(),
    siteIds,
    currency: 'EUR',
    includesInterest: random.between(0, 1) === 0,
    mode,
    residual: random.between(0, 7) === 0 ? ('pay' as const) : ('current' as const),
  }
  const { fingerprint } = await previewCompensation(wanted)
  const { id } = await proposeCompensation({ ...wanted, shownFingerprint: fingerprint }, author.actor)
  for (const { actor } of approvers) {
    const compensation = await readCompensation(id)
    if (compensation.status === 'proposed')
      await approveCompensation({
        id,
        shownFingerprint: compensation.fingerprint,
        comment: null,
        actor,
      })
  }
  return DONE
}

/** A netting that was posted is taken back, where nothing was built on it. */
export async function undoCompensation(random: Random, { author }: Group): Promise<Acted> {
  const id = await someKey(
    random,
    `select id from loan_compensations where status = 'posted' order by id desc limit 5`
  )
  if (id === null) return NOTHING
  await reverseCompensation(id, 'Se acordó otra cosa', author.actor)
  return DONE
}
