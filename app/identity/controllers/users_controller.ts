import type { HttpContext } from '@adonisjs/core/http'
import { inviteUser } from '#app/identity/actions/invite_user'
import { updateUser } from '#app/identity/actions/update_user'
import { managerOf } from '#app/identity/http/manager'
import { actorOf } from '#app/identity/http/request_origin'
import User from '#app/identity/models/user'
import {
  countUserTabs,
  limitToManaged,
  TWO_FACTOR_STATES,
  USER_TABS,
  usersListFor,
  worksWith,
} from '#app/identity/queries/list_users'
import { userPage } from '#app/identity/queries/user_page'
import { ROLE_LABELS, ROLES, type Role } from '#app/identity/roles'
import { rolesGivenBy } from '#app/identity/user_authority'
import { createUserValidator, updateUserValidator } from '#app/identity/validators/user_validator'
import { NotFound } from '#app/kernel/http/access_denied'
import { exportDeclared } from '#app/kernel/http/export_list'
import { listRequest, searchText } from '#app/kernel/http/list_request'
import { QueryFilters } from '#app/kernel/http/query_filters'
import { listOf } from '#app/kernel/lists/listing'

/** Gestión de Usuarios (area 03 §1). */
export default class UsersController {
  async index(ctx: HttpContext) {
    const manager = managerOf(ctx)
    const query = ctx.request.qs() as Record<string, unknown>
    const tab = String(query.tab ?? 'current')
    const filters = new QueryFilters(ctx)
      .add(USER_TABS[tab] ?? USER_TABS.current ?? 'true')
      .oneOf('role', 'u.role', ROLES)
    const twoFactor = TWO_FACTOR_STATES[String(query.two_factor)]
    if (twoFactor) filters.add(twoFactor)
    const siteIds = new QueryFilters(ctx).keys('site_ids', 'x.site_id')
    if (siteIds.filter.where.length > 0)
      filters.add(worksWith(siteIds.filter.where.join(' and ')), siteIds.filter.bindings)
    filters.words(searchText(ctx), 'u.search_text')
    limitToManaged(manager, filters.filter)
    const list = usersListFor(manager)
    const asked = { request: listRequest(ctx, list.definition), filter: filters.filter }
    if (await exportDeclared(ctx, list, asked)) return
    return ctx.inertia.render('identity/users/index', {
      users: {
        ...(await listOf(list, asked.request, asked.filter)),
        counters: await countUserTabs(manager),
      },
      roles: roleOptions(ROLES),
    })
  }

  async create(ctx: HttpContext) {
    const manager = managerOf(ctx)
    return ctx.inertia.render('identity/users/create', {
      roles: roleOptions(rolesGivenBy(manager.role)),
      canGiveAllSites: manager.siteIds === 'all',
    })
  }

  async store(ctx: HttpContext) {
    const given = await ctx.request.validateUsing(createUserValidator)
    const id = await inviteUser(
      {
        name: given.name,
        email: given.email,
        role: given.role,
        siteIds: given.all_sites ? 'all' : (given.site_ids ?? []),
        sharedInbox: given.shared_inbox,
      },
      managerOf(ctx),
      actorOf(ctx)
    )
    ctx.session.flash('success', `Usuario ${given.name} creado: se le ha enviado una invitación.`)
    return ctx.response.redirect(`/users/${id}/edit`)
  }

  async edit(ctx: HttpContext) {
    const manager = managerOf(ctx)
    const page = await userPage(await User.findOrFail(Number(ctx.params.id)), manager)
    if (!page) throw new NotFound()
    return ctx.inertia.render('identity/users/edit', {
      ...page,
      roles: roleOptions(page.user.isSelf ? [page.user.role] : rolesGivenBy(manager.role)),
      canGiveAllSites: manager.siteIds === 'all',
    })
  }

  async update(ctx: HttpContext) {
    const given = await ctx.request.validateUsing(updateUserValidator)
    await updateUser(
      Number(ctx.params.id),
      {
        name: given.name,
        email: given.email,
        role: given.role,
        siteIds: given.all_sites ? 'all' : (given.site_ids ?? []),
        sharedInbox: given.shared_inbox,
        lockVersion: given.lock_version,
      },
      managerOf(ctx),
      actorOf(ctx)
    )
    ctx.session.flash('success', 'Cambios guardados.')
    return ctx.response.redirect().withQs().back()
  }
}

const roleOptions = (roles: readonly Role[]) =>
  roles.map((role) => ({ value: role, label: ROLE_LABELS[role] }))
