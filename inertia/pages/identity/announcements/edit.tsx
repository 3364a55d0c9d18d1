import { Button } from '@mantine/core'
import { useState } from 'react'
import { ConfirmAction, type Confirmation } from '~/kit/dialog/confirm_action'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'
import { AnnouncementForm } from './announcement_form'
import { AnnouncementStatus } from './announcement_status'
import { type EditedAnnouncement, sentValues, valuesOf } from './announcement_values'

type Props = { announcement: EditedAnnouncement }

export default function AnnouncementsEdit({ announcement }: Props) {
  const { id, title, status, lockVersion } = announcement
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  const form = useFormSubmission({
    initial: valuesOf(announcement),
    method: 'put',
    url: urlFor('announcements.update', { id }),
    transform: (values) => ({ ...sentValues(values), lockVersion }),
  })
  const isPublished = status === 'published'
  const move: Confirmation = isPublished
    ? {
        title: 'Retirar el anuncio',
        question: `«${title}» dejará de mostrarse.`,
        submitLabel: 'Retirar',
        isDangerous: true,
        method: 'delete',
        url: urlFor('announcements.withdraw', { id }),
      }
    : {
        title: 'Publicar el anuncio',
        question: `«${title}» se mostrará a sus destinatarios.`,
        submitLabel: 'Publicar',
        url: urlFor('announcements.publish', { id }),
      }
  return (
    <>
      <AnnouncementForm
        title={title}
        status={<AnnouncementStatus status={status} />}
        form={form}
        submitLabel={isPublished ? 'Guardar cambios' : 'Guardar borrador'}
        isPublished={isPublished}
        storedImage={announcement.storedImageUrl}
        actions={
          <Button variant="default" disabled={form.isDirty} onClick={() => setConfirmation(move)}>
            {isPublished ? 'Retirar' : 'Publicar'}
          </Button>
        }
      />
      <ConfirmAction confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </>
  )
}
