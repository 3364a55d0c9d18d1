import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { AccessDenied } from '#app/kernel/http/access_denied'
import {
  addKeywords,
  duplicateProfile,
  removeKeyword,
  weighKeyword,
} from '#app/profiles/actions/change_profiles'
import { dismissSuggestion } from '#app/profiles/actions/suggest_keywords'
import { canWriteGlobal, keywordsOf, shownProfile, writableProfile } from '#app/profiles/http/profile_form'
import { copyValidator, keywordsValidator, weightValidator } from '#app/profiles/validators/profile_validator'

/** Keywords of a saved profile one by one, and copies of it. */
export default class ProfileKeywordsController {
  async store(ctx: HttpContext) {
    const profile = await writableProfile(ctx)
    const { keywords } = await ctx.request.validateUsing(keywordsValidator)
    const added = await addKeywords(profile.id, keywordsOf(keywords), actorOf(ctx))
    return done(ctx, added === 1 ? '1 palabra clave añadida.' : `${added} palabras clave añadidas.`)
  }

  async update(ctx: HttpContext) {
    const profile = await writableProfile(ctx)
    const { weight } = await ctx.request.validateUsing(weightValidator)
    await weighKeyword({ profileId: profile.id, keywordId: Number(ctx.params.keyword) }, weight, actorOf(ctx))
    return done(ctx, 'Peso cambiado.')
  }

  async destroy(ctx: HttpContext) {
    const profile = await writableProfile(ctx)
    await removeKeyword({ profileId: profile.id, keywordId: Number(ctx.params.keyword) }, actorOf(ctx))
    return done(ctx, 'Palabra clave retirada.')
  }

  /** A suggested word that is not wanted; it does not come back. */
  async dismiss(ctx: HttpContext) {
    const profile = await writableProfile(ctx)
    await dismissSuggestion(
      { profileId: profile.id, suggestionId: Number(ctx.params.suggestion) },
      actorOf(ctx)
    )
    return done(ctx, 'Sugerencia descartada.')
  }

  async copy(ctx: HttpContext) {
    const profile = await shownProfile(ctx)
    const sent = await ctx.request.validateUsing(copyValidator)
    if (sent.is_global && !canWriteGlobal(ctx)) throw new AccessDenied()
    const providerIds = sent.is_global
      ? [null]
      : (sent.provider_ids ?? []).length > 0
        ? (sent.provider_ids ?? [])
        : [profile.input.providerId]
    const made = await duplicateProfile(
      profile.id,
      {
        name: sent.name,
        providerIds,
        copiesIncluded: sent.copies_included,
        copiesExcluded: sent.copies_excluded,
      },
      actorOf(ctx)
    )
    ctx.session.flash(
      'success',
      made.length === 1 ? 'Perfil duplicado.' : `Perfil duplicado ${made.length} veces.`
    )
    return ctx.response.redirect(`/providers/profiles/${made[0]}`)
  }
}

function done({ session, response }: HttpContext, message: string) {
  session.flash('success', message)
  return response.redirect().withQs().back()
}
