import type { HttpContext } from '@adonisjs/core/http'
import { assertCompany, scopeOf } from '#app/identity/http/scope'
import { draftOf, triedInput } from '#app/profiles/http/profile_form'
import { providerHead } from '#app/profiles/queries/profile_page'
import { impactOf, replayLast, type TriedLine, tryText } from '#app/profiles/queries/trial'
import { impactValidator, liveTestValidator, testValidator } from '#app/profiles/validators/profile_validator'

/** Trying profiles: nothing is written. */
export default class ProfileTrialsController {
  /** A text against the profiles as they are. */
  async test(ctx: HttpContext) {
    const sent = await ctx.request.validateUsing(testValidator)
    return this.explain(ctx, sent, null)
  }

  /** A text against the profiles with one as its form has it now. */
  async live(ctx: HttpContext) {
    const { profile, ...sent } = await ctx.request.validateUsing(liveTestValidator)
    return this.explain(ctx, { ...sent, provider_id: sent.provider_id ?? profile.provider_id }, profile)
  }

  /** The last hundred lines, before and after. */
  async replay(ctx: HttpContext) {
    const { profile } = await ctx.request.validateUsing(impactValidator)
    const lines = await replayLast({
      draft: draftOf(profile),
      isActive: profile.active,
      scope: scopeOf(ctx),
    })
    return ctx.response.send({ data: lines.map(shownLine) })
  }

  /** What saving would do to the last twelve months. */
  async impact(ctx: HttpContext) {
    const { profile } = await ctx.request.validateUsing(impactValidator)
    const { lines, flows, ...counts } = await impactOf({
      draft: draftOf(profile),
      isActive: profile.active,
      scope: scopeOf(ctx),
    })
    return ctx.response.send({
      data: {
        ...counts,
        flows: flows.map(({ amountMinor, ...flow }) => ({ ...flow, amount: euros(amountMinor) })),
        lines: lines.map(shownLine),
      },
    })
  }

  private async explain(
    ctx: HttpContext,
    sent: Parameters<typeof triedInput>[0],
    profile: Parameters<typeof draftOf>[0] | null
  ) {
    if (sent.site_id) await assertCompany(ctx, sent.site_id)
    const provider = sent.provider_id ? await providerHead(sent.provider_id) : null
    const explanation = await tryText(
      profile ? draftOf(profile) : null,
      triedInput(sent, provider?.name ?? null)
    )
    return ctx.response.send({ data: explanation })
  }
}

const euros = (minor: number) => ({ minor, currency: 'EUR' })

const shownLine = ({ line, ...moved }: TriedLine) => ({
  id: line.id,
  documentId: line.documentId,
  reference: line.reference,
  issuedOn: line.issuedOn,
  provider: line.providerName,
  concept: line.concept,
  amount: { minor: line.amountMinor, currency: line.currency },
  before: moved.before,
  after: moved.after,
  isMoved: moved.isMoved,
})
