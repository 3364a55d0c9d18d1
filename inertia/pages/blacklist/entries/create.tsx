import { CheckboxField, RadioField, SelectField } from '~/kit/fields/choice_fields'
import { DayField } from '~/kit/fields/day_field'
import { TextAreaField, TextField } from '~/kit/fields/text_fields'
import { FileDrop } from '~/kit/form/file_drop'
import { FormPage } from '~/kit/form/form_page'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { nullForEmpty } from '~/kit/list/empty_texts'
import { urlFor } from '~/urls'
import styles from './entries.module.css'
import type { EntryOptions } from './entry_page'
import { Impact } from './impact'

type Props = { options: EntryOptions; canKeepInvalid: boolean }

const labels: Record<string, { label: string; placeholder: string }> = {
  iban: { label: 'IBAN', placeholder: 'ES00 0000 0000 0000 0000 0000' },
  bank_prefix: { label: 'País y código del banco', placeholder: 'ES2100' },
  country: { label: 'País', placeholder: 'ES' },
}

export default function BlacklistCreate({ options, canKeepInvalid }: Props) {
  const form = useFormSubmission({
    initial: {
      patternType: 'iban',
      value: '',
      isInvalid: false,
      severity: 'block',
      reason: null as string | null,
      comment: '',
      ownerName: '',
      expiresOn: '',
      files: [] as File[],
    },
    url: urlFor('iban-blacklist.store'),
    transform: ({ files, ...values }) => ({ ...nullForEmpty(values), file: files[0] ?? null }),
  })
  const { patternType: type, value } = form.values
  const texts = labels[type] ?? labels.iban
  return (
    <FormPage
      title="Añadir a la lista negra"
      subtitle="Actúa al guardarlo. Para retirarlo después hacen falta dos personas."
      form={form}
      submitLabel="Añadir a la lista negra"
      cancelHref={urlFor('iban-blacklist.index')}
      aside={<Impact patternType={type} value={value} />}
    >
      <RadioField label="Qué se bloquea" options={options.patternTypes} {...form.field('patternType')} />
      <TextField
        label={texts?.label ?? 'IBAN'}
        placeholder={texts?.placeholder}
        isRequired
        hasFocus
        lengthMax={60}
        {...form.field('value')}
      />
      {canKeepInvalid && type === 'iban' ? (
        <CheckboxField label="Guardar aunque no sea válido" {...form.field('isInvalid')} />
      ) : null}
      <RadioField
        label="Severidad"
        help="«Avisa» pide una aprobación más y un comentario."
        isRequired
        options={options.severities}
        {...form.field('severity')}
      />
      <SelectField label="Motivo" isRequired options={options.reasons} {...form.field('reason')} />
      <TextAreaField label="Comentario" isRequired lengthMax={500} {...form.field('comment')} />
      <div className={styles.pair}>
        <TextField label="Titular" lengthMax={160} {...form.field('ownerName')} />
        <DayField label="Caduca" help="Vacío: no caduca." {...form.field('expiresOn')} />
      </div>
      <FileDrop
        label="Documento"
        help="Denuncia, aviso del banco…, hasta 20 MB"
        formatsText="PDF, imagen o texto"
        countMax={1}
        progress={form.progress}
        errors={form.errors}
        {...form.field('files')}
      />
    </FormPage>
  )
}
