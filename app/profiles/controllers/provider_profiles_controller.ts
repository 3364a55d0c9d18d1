import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { scopeOf } from '#app/identity/http/scope'
import { NotFound } from '#app/kernel/http/access_denied'
import { createProfile, deleteProfile, updateProfile } from '#app/profiles/actions/save_profile'
import {
  canWriteProfile,
  formOptions,
  formValues,
  profileInput,
  shownProfile,
  writableProfile,
} from '#app/profiles/http/profile_form'
import { profileCards } from '#app/profiles/queries/list_profiles'
import { openSuggestions, profileRecord, providerHead } from '#app/profiles/queries/profile_page'
import { profileValidator } from '#app/profiles/validators/profile_validator'

/** The expense profiles of one supplier, and each profile on its own. */
export default class ProviderProfilesController {
  async index(ctx: HttpContext) {
    const provider = await providerOf(ctx)
    return ctx.inertia.render('providers/profiles/index', {
      provider,
      profiles: await profileCards(provider.id, scopeOf(ctx)),
    })
  }

  async create(ctx: HttpContext) {
    return ctx.inertia.render('providers/profiles/create', {
      provider: await providerOf(ctx),
      concept: conceptOf(ctx),
      ...(await formOptions(ctx)),
    })
  }

  async store(ctx: HttpContext) {
    const provider = await providerOf(ctx)
    const sent = await ctx.request.validateUsing(profileValidator)
    const id = await createProfile(
      profileInput(sent, { providerId: provider.id, scope: scopeOf(ctx) }),
      actorOf(ctx)
    )
    ctx.session.flash('success', `Perfil «${sent.name}» creado.`)
    return ctx.response.redirect(`/providers/profiles/${id}`)
  }

  async show(ctx: HttpContext) {
    const profile = await shownProfile(ctx)
    return ctx.inertia.render('providers/profiles/show', {
      ...(await this.page(ctx)),
      record: await profileRecord(profile.id),
      suggestions: await openSuggestions(profile.id),
    })
  }

  async edit(ctx: HttpContext) {
    await writableProfile(ctx)
    return ctx.inertia.render('providers/profiles/edit', {
      ...(await this.page(ctx)),
      ...(await formOptions(ctx)),
    })
  }

  async update(ctx: HttpContext) {
    const profile = await writableProfile(ctx)
    const sent = await ctx.request.validateUsing(profileValidator)
    const input = profileInput(sent, {
      providerId: profile.input.providerId,
      scope: scopeOf(ctx),
      before: profile.input.siteIds,
    })
    await updateProfile(profile.id, { ...input, version: sent.version ?? 0 }, actorOf(ctx))
    ctx.session.flash('success', 'Cambios guardados.')
    return ctx.response.redirect(`/providers/profiles/${profile.id}`)
  }

  async destroy(ctx: HttpContext) {
    const profile = await writableProfile(ctx)
    await deleteProfile(profile.id, actorOf(ctx))
    ctx.session.flash('success', `Perfil «${profile.input.name}» eliminado.`)
    const { providerId } = profile.input
    return ctx.response.redirect(
      providerId === null ? '/profile-manager' : `/providers/${providerId}/profiles`
    )
  }

  private async page(ctx: HttpContext) {
    const profile = await shownProfile(ctx)
    return {
      profile: {
        id: profile.id,
        provider: profile.input.providerId === null ? null : await providerHead(profile.input.providerId),
        category: profile.categoryName,
        parent: profile.parentName,
        canWrite: canWriteProfile(ctx, profile),
      },
      form: formValues(profile, scopeOf(ctx)),
    }
  }
}

async function providerOf({ params }: HttpContext) {
  const provider = await providerHead(Number(params.id))
  if (!provider) throw new NotFound()
  return provider
}

/** The concept that a profile is to be made for: `?concept=`. */
export function conceptOf({ request }: HttpContext): string | null {
  const { concept } = request.qs() as Record<string, unknown>
  return typeof concept === 'string' && concept.trim() !== '' ? concept.slice(0, 200) : null
}
