import { DateTime } from 'luxon'
import { type Actor, recordEvent } from '#app/audit/record_event'
import { deleteBytes, forgetFile, storeFile } from '#app/files/store_file'
import { imageOf } from '#app/identity/announcement_image'
import { type AnnouncementInput, refuseBadInput } from '#app/identity/announcement_input'
import Announcement from '#app/identity/models/announcement'
import { announcementWorkflow } from '#app/identity/workflows/announcement_workflow'
import { execute, inTransaction, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

/**
 * Writes a new draft, or the text of an announcement; `show_again` shows it once more to everybody. A picture that is
 * replaced or removed is deleted. Throws at its field what the form got wrong.
 */
export async function saveAnnouncement(
  id: number | null,
  input: AnnouncementInput,
  actor: Actor
): Promise<Announcement> {
  refuseBadInput(input)
  const picture = input.image ? await imageOf(input.image) : null
  const { announcement, droppedKey } = await inTransaction(async (trx) => {
    const announcement = id
      ? await Announcement.query({ client: trx }).where('id', id).forUpdate().firstOrFail()
      : new Announcement()
    announcement.useTransaction(trx)
    if (id && input.lock_version !== undefined && input.lock_version !== announcement.lockVersion) {
      throw new DomainError('E_STALE', 'Otro usuario ha modificado este registro. Recargue la página.', {
        field: 'form',
      })
    }
    const formerImageId = announcement.imageFileId
    const image = picture ? await storeFile({ ...picture, createdBy: actor.userId }, trx) : null
    const keepsImage = !image && !input.remove_image && !input.image_url
    const imageFileId = image?.id ?? (keepsImage ? formerImageId : null) ?? null
    announcement.merge({
      title: input.title,
      type: input.type,
      icon: input.icon ?? null,
      description: input.description ?? null,
      imageUrl: input.image_url ?? null,
      imageFileId,
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
    return { announcement, droppedKey: await droppedImage(formerImageId, imageFileId, trx) }
  })
  if (droppedKey) await deleteBytes(droppedKey)
  return announcement
}

/** Forgets the former picture unless it stays; gives the key of its bytes, which may go after the commit. */
async function droppedImage(
  formerId: number | null | undefined,
  currentId: number | null,
  trx: Transaction
): Promise<string | null> {
  return formerId && formerId !== currentId ? forgetFile(formerId, trx) : null
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

/** Removes a draft with its picture; anything that was ever published stays. */
export async function deleteAnnouncement(id: number): Promise<void> {
  const droppedKey = await inTransaction(async (trx) => {
    const announcement = await Announcement.query({ client: trx }).where('id', id).forUpdate().firstOrFail()
    if (announcement.status !== 'draft')
      throw new DomainError('E_PUBLISHED', 'Solo se puede eliminar un borrador. Retire el anuncio.')
    await announcement.delete()
    return droppedImage(announcement.imageFileId, null, trx)
  })
  if (droppedKey) await deleteBytes(droppedKey)
}
