import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { CheckboxField, MultiSelectField, SelectField } from '~/kit/fields/choice_fields'
import { inputProps } from '~/kit/fields/field_props'
import { TextAreaField, TextField } from '~/kit/fields/text_fields'
import { FileDrop } from '~/kit/form/file_drop'
import type { FieldBinding } from '~/kit/form/form_fields'
import { FormPage } from '~/kit/form/form_page'
import { AnnouncementBody } from '~/layouts/announcement_body'
import { announcementTypeOptions } from '~/layouts/announcement_types'
import { useShared } from '~/shared_props'
import { urlFor } from '~/urls'
import { type AnnouncementFormOf, pictureOf } from './announcement_values'
import styles from './announcements.module.css'
import { useFileAddress } from './use_file_address'

type Props = {
  title: string
  status?: ReactNode
  submitLabel: string
  form: AnnouncementFormOf
  actions?: ReactNode
  isPublished?: boolean
  /** Where the picture that is stored already can be seen. */
  storedImage?: string | null
}

const roleOptions = [
  { value: 's1st3ma', label: 'Sistema' },
  { value: 'aprobador', label: 'Aprobador' },
  { value: 'superC0ntab1l1dad', label: 'Contabilidad sénior' },
  { value: 'c0ntab1l1dad', label: 'Contabilidad' },
  { value: 'adm1n1strat0r', label: 'Administración de usuarios' },
]

/** The fields of an announcement, with a live preview in the size of the modal. */
export function AnnouncementForm({
  title,
  status,
  submitLabel,
  form,
  actions,
  isPublished = false,
  storedImage = null,
}: Props) {
  return (
    <FormPage
      title={title}
      subtitle={status}
      form={form}
      submitLabel={submitLabel}
      cancelHref={urlFor('announcements.manage')}
      actions={actions}
      aside={<Preview form={form} storedImage={storedImage} />}
    >
      <TextField label="Título" isRequired lengthMax={120} {...form.field('title')} />
      <div className={styles.pair}>
        <SelectField label="Tipo" isRequired options={announcementTypeOptions} {...form.field('type')} />
        <TextField
          label="Icono"
          help="Nombre de Tabler, por ejemplo rocket"
          lengthMax={60}
          {...form.field('icon')}
        />
      </div>
      <TextField label="Entradilla" lengthMax={300} {...form.field('description')} />
      <TextAreaField
        label="Contenido"
        isRequired
        rows={6}
        lengthMax={5000}
        help="**negrita**, *cursiva*; un salto de línea se respeta"
        {...form.field('content')}
      />
      <ImageFields form={form} hasStored={storedImage !== null} />
      <div className={styles.pair}>
        <TextField label="Texto del botón" lengthMax={40} {...form.field('actionText')} />
        <TextField
          label="Enlace del botón"
          help="https:// o una ruta que empiece por /"
          lengthMax={500}
          {...form.field('actionUrl')}
        />
      </div>
      <AudienceFields form={form} />
      {isPublished ? <CheckboxField label="Volver a mostrar a todos" {...form.field('showAgain')} /> : null}
    </FormPage>
  )
}

/** The announcement as it will be seen, in the size of the modal. */
function Preview({
  form: { values },
  storedImage,
}: {
  form: AnnouncementFormOf
  storedImage: string | null
}) {
  const image = pictureOf(values, useFileAddress(values.image[0] ?? null), storedImage)
  return (
    <>
      <p className={styles.previewLabel}>Así se verá</p>
      <div className={styles.preview}>
        <AnnouncementBody
          announcement={{
            ...values,
            id: 0,
            title: values.title || 'Título',
            type: values.type ?? '',
            icon: values.icon || null,
            description: values.description || null,
            image_url: image,
            action_url: values.actionUrl || null,
            action_text: values.actionText || null,
          }}
        />
      </div>
    </>
  )
}

/** Who sees it, and when. */
function AudienceFields({ form }: { form: AnnouncementFormOf }) {
  const { sites } = useShared()
  return (
    <>
      <MultiSelectField label="Roles" isRequired options={roleOptions} {...form.field('roles')} />
      <MultiSelectField
        label="Empresas"
        help="Ninguna significa todas"
        options={sites.map((site) => ({ value: String(site.id), label: site.name }))}
        {...form.field('siteIds')}
      />
      <div className={styles.pair}>
        <MomentField label="Desde" {...form.field('startsAt')} />
        <MomentField label="Hasta" {...form.field('endsAt')} />
        <SelectField label="Prioridad" options={priorities} isRequired {...form.field('priority')} />
      </div>
    </>
  )
}

/** A picture to upload, or the address of one. */
function ImageFields({ form, hasStored }: { form: AnnouncementFormOf; hasStored: boolean }) {
  return (
    <>
      <FileDrop
        label={hasStored ? 'Cambiar la imagen' : 'Imagen'}
        help="PNG, JPEG o WebP, hasta 2 MB"
        accept={['image/png', 'image/jpeg', 'image/webp']}
        formatsText="PNG, JPEG o WebP"
        sizeMaxBytes={2 * 1024 * 1024}
        countMax={1}
        progress={form.progress}
        {...form.field('image')}
      />
      {hasStored ? <CheckboxField label="Quitar la imagen" {...form.field('removeImage')} /> : null}
      <TextField
        label="O la dirección de una imagen"
        type="url"
        help="https:// o una ruta que empiece por /"
        lengthMax={500}
        {...form.field('imageUrl')}
      />
    </>
  )
}

const priorities = Array.from({ length: 10 }, (_, level) => ({
  value: String(level),
  label: level === 0 ? '0, normal' : String(level),
}))

function MomentField(field: FieldBinding<string> & { label: string }) {
  return (
    <TextInput
      {...inputProps(field)}
      type="datetime-local"
      value={field.value}
      onChange={(event) => field.onChange(event.currentTarget.value)}
    />
  )
}
