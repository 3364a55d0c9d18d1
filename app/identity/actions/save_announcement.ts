import { DateTime } from 'luxon'
import { type Actor, recordEvent } from '#app/audit/record_event'
import Announcement from '#app/identity/models/announcement'
import { announcementWorkflow } from '#app/identity/workflows/announcement_workflow'
import { DomainError } from '#app/kernel/domain_error'
import { execute, inTransaction } from '#app/kernel/sql'

export type AnnouncementInput = {
  title: string
  type: string
  icon?: string | null | undefined
  description?: string | null | undefined
  image_url?: string | null | undefined
  content: string
  action_url?: string | null | undefined
  action_text?: string | null | undefined
  roles: string[]
  site_ids?: number[] | null | undefined
  starts_at?: string | null | undefined
  ends_at?: string | null | undefined
  priority?: number | undefined
  show_again?: boolean | undefined
  lock_version?: number | undefined
}

/** Writes a new draft, or the text of an announcement; `show_again` shows it once more to everybody. */
export async function saveAnnouncement(
  id: number | null,
  input: AnnouncementInput,
  actor: Actor
): Promise<Announcement> {
  refuseBadInput(input)
  return inTransaction(async (trx) => {
    const announcement = id
      ? await Announcement.query({ client: trx }).where('id', id).forUpdate().firstOrFail()
      : new Announcement()
    announcement.useTransaction(trx)
    if (id && input.lock_version !== undefined && input.lock_version !== announcement.lockVersion) {
      throw new DomainError('E_STALE', 'Otro usuario ha modificado este registro. Recargue la página.', {
        field: 'form',
      })
    }
    announcement.merge({
      title: input.title,
      type: input.type,
      icon: input.icon ?? null,
      description: input.description ?? null,
      imageUrl: input.image_url ?? null,
      content: input.content,
      actionUrl: input.action_url ?? null,
      actionText: input.action_text ?? null,
      roles: input.roles,
      siteIds: input.site_ids?.length ? input.site_ids : null,
      startsAt: input.starts_at
        ? DateTime.fromISO(input.starts_at)
        : (announcement.startsAt ?? DateTime.now()),
      endsAt: input.ends_at ? DateTime.fromISO(input.ends_at) : null,
      priority: input.priority ?? 0,
      lockVersion: (announcement.lockVersion ?? -1) + 1,
      updatedBy: actor.userId,
      ...(id ? {} : { createdBy: actor.userId, status: 'draft' as const }),
    })
    await announcement.save()
    if (id && input.show_again)
      await execute(`delete from announcement_reads where announcement_id = :id`, { id }, trx)
    const event = id ? 'announcement.changed' : 'announcement.created'
    await recordEvent({ actor, objectType: 'announcement', objectId: announcement.id, event }, trx)
    return announcement
  })
}

/** Publishes or withdraws an announcement. */
export async function moveAnnouncement(
  id: number,
  transition: 'publish' | 'withdraw',
  actor: Actor
): Promise<Announcement> {
  return inTransaction(async (trx) => {
    const announcement = await Announcement.query({ client: trx }).where('id', id).forUpdate().firstOrFail()
    const from = announcement.status
    announcement.status = announcementWorkflow.next(from, transition)
    await announcement.save()
    await recordEvent(
      {
        actor,
        objectType: 'announcement',
        objectId: id,
        event: `announcement.${transition}`,
        from,
        to: announcement.status,
      },
      trx
    )
    return announcement
  })
}

/** Removes a draft; anything that was ever published stays. */
export async function deleteAnnouncement(id: number): Promise<void> {
  const announcement = await Announcement.findOrFail(id)
  if (announcement.status !== 'draft')
    throw new DomainError('E_PUBLISHED', 'Solo se puede eliminar un borrador. Retire el anuncio.')
  await announcement.delete()
}

function refuseBadInput(input: AnnouncementInput): void {
  if (Boolean(input.action_url) !== Boolean(input.action_text)) {
    throw new DomainError('E_ACTION', 'Indique el texto y el enlace del botón, o ninguno de los dos.', {
      field: 'action_url',
    })
  }
  if (input.action_url && !/^(https:\/\/|\/(?![/\\]))/.test(input.action_url)) {
    throw new DomainError('E_LINK', 'El enlace debe empezar por https:// o /.', { field: 'action_url' })
  }
  if (input.starts_at && input.ends_at && input.ends_at <= input.starts_at) {
    throw new DomainError('E_WINDOW', 'La fecha de fin debe ser posterior a la de inicio.', {
      field: 'ends_at',
    })
  }
}
