import { readFile } from 'node:fs/promises'
import type { HttpContext } from '@adonisjs/core/http'
import { addEntry } from '#app/blacklist/actions/add_entry'
import { updateEntry } from '#app/blacklist/actions/change_entry'
import { PATTERN_TYPES, REASONS, SEVERITIES } from '#app/blacklist/blacklist_labels'
import BlacklistEntry from '#app/blacklist/models/blacklist_entry'
import { entryPage } from '#app/blacklist/queries/entry_page'
import { entriesList, IS_LIFT_REQUESTED } from '#app/blacklist/queries/list_entries'
import { entryChangeValidator, newEntryValidator } from '#app/blacklist/validators/entry_validator'
import { entryWorkflow } from '#app/blacklist/workflows/entry_workflow'
import { sendFile } from '#app/files/send_file'
import { findFile } from '#app/files/store_file'
import { actorOf } from '#app/identity/http/request_origin'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { S } from '#app/identity/roles'
import { NotFound } from '#app/kernel/http/access_denied'
import { exportDeclared } from '#app/kernel/http/export_list'
import { listRequest, searchText } from '#app/kernel/http/list_request'
import { QueryFilters } from '#app/kernel/http/query_filters'
import { listOf } from '#app/kernel/lists/listing'
import { optionsOf } from '#app/kernel/text/labels'
import { calendarDate } from '#app/kernel/time/calendar_date'

const options = () => ({
  patternTypes: optionsOf(PATTERN_TYPES),
  severities: optionsOf(SEVERITIES),
  reasons: optionsOf(REASONS),
})

export default class BlacklistEntriesController {
  async index(ctx: HttpContext) {
    const query = new QueryFilters(ctx)
      .oneOf('status', 'b.status', Object.keys(entryWorkflow.states))
      .oneOf('pattern_type', 'b.pattern_type', Object.keys(PATTERN_TYPES))
      .oneOf('severity', 'b.severity', Object.keys(SEVERITIES))
      .oneOf('reason', 'b.reason', Object.keys(REASONS))
    if ((ctx.request.qs() as Record<string, unknown>).asked) query.add(IS_LIFT_REQUESTED)
    query.words(searchText(ctx).replaceAll(/(?<=\d)\s+(?=\d)/g, ''), 'b.search_text')
    const asked = { request: listRequest(ctx, entriesList.definition), filter: query.filter }
    if (await exportDeclared(ctx, entriesList, asked)) return
    return ctx.inertia.render('blacklist/entries/index', {
      entries: await listOf(entriesList, asked.request, asked.filter),
      states: Object.entries(entryWorkflow.states).map(([value, { label }]) => ({ value, label })),
      options: options(),
    })
  }

  async create(ctx: HttpContext) {
    const canKeepInvalid = requireSignedIn(ctx).user.role === S
    return ctx.inertia.render('blacklist/entries/create', { options: options(), canKeepInvalid })
  }

  async store(ctx: HttpContext) {
    const given = await ctx.request.validateUsing(newEntryValidator)
    const { user } = requireSignedIn(ctx)
    const { id, report } = await addEntry(
      {
        patternType: given.pattern_type,
        value: given.value,
        severity: given.severity,
        reason: given.reason,
        comment: given.comment,
        ownerName: given.owner_name ?? null,
        expiresOn: given.expires_on ? calendarDate(given.expires_on) : null,
        isInvalid: (given.is_invalid ?? false) && user.role === S,
        evidence: given.file?.tmpPath
          ? { name: given.file.clientName, bytes: await readFile(given.file.tmpPath) }
          : null,
      },
      actorOf(ctx)
    )
    ctx.session.flash('success', `Añadido a la lista negra. ${report}`)
    return ctx.response.redirect().toPath(`/iban-blacklist/${id}`)
  }

  async show(ctx: HttpContext) {
    const { user, siteIds } = requireSignedIn(ctx)
    return ctx.inertia.render(
      'blacklist/entries/show',
      await entryPage(await entryOf(ctx), { id: user.id, role: user.role, scope: siteIds })
    )
  }

  async edit(ctx: HttpContext) {
    const { user, siteIds } = requireSignedIn(ctx)
    const entry = await entryOf(ctx)
    if (!entryWorkflow.can(entry.status, 'edit'))
      return ctx.response.redirect().toPath(`/iban-blacklist/${entry.id}`)
    const page = await entryPage(entry, { id: user.id, role: user.role, scope: siteIds })
    return ctx.inertia.render('blacklist/entries/edit', { entry: page.entry, options: options() })
  }

  async update(ctx: HttpContext) {
    const { id } = await entryOf(ctx)
    const given = await ctx.request.validateUsing(entryChangeValidator)
    await updateEntry(
      id,
      {
        severity: given.severity,
        reason: given.reason,
        comment: given.comment,
        ownerName: given.owner_name ?? null,
        expiresOn: given.expires_on ? calendarDate(given.expires_on) : null,
        lockVersion: given.lock_version,
      },
      actorOf(ctx)
    )
    ctx.session.flash('success', 'Cambios guardados.')
    return ctx.response.redirect().toPath(`/iban-blacklist/${id}`)
  }

  /** The document behind an entry. */
  async evidence(ctx: HttpContext) {
    const { evidenceFileId } = await entryOf(ctx)
    const file = evidenceFileId === null ? null : await findFile(evidenceFileId)
    if (!file) throw new NotFound()
    return sendFile(ctx, file)
  }
}

export async function entryOf({ params }: HttpContext): Promise<BlacklistEntry> {
  const entry = await BlacklistEntry.find(Number(params.id))
  if (!entry) throw new NotFound()
  return entry
}
