import { Button } from '@mantine/core'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'
import { AnnouncementForm } from './announcement_form'
import { newAnnouncement, sentValues } from './announcement_values'

export default function AnnouncementsCreate() {
  const form = useFormSubmission({
    initial: newAnnouncement,
    url: urlFor('announcements.store'),
    transform: sentValues,
  })
  return (
    <AnnouncementForm
      title="Nuevo anuncio"
      form={form}
      submitLabel="Guardar borrador"
      actions={
        <Button variant="default" disabled={form.processing} onClick={() => form.submit({ publish: true })}>
          Publicar
        </Button>
      }
    />
  )
}
