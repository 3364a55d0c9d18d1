import { Autocomplete } from '@mantine/core'
import { today } from '#app/kernel/time/calendar_date'
import { FormDialog } from '~/kit/dialog/form_dialog'
import type { Option } from '~/kit/fields/choice_fields'
import { DayField } from '~/kit/fields/day_field'
import { inputProps } from '~/kit/fields/field_props'
import { TextField } from '~/kit/fields/text_fields'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { useShared } from '~/shared_props'
import { urlFor } from '~/urls'
import type { KeyRow } from './index'

type Props = { names: Option[]; row: KeyRow | null; onClose: () => void }

/** The values of a key in a month, company by company; those left empty stay as they are. */
export function ValuesDialog({ names, row, onClose }: Props) {
  const { sites } = useShared()
  const shown = row ? sites.filter(({ id }) => id === row.siteId) : sites
  const form = useFormSubmission({
    initial: {
      name: row?.keyName ?? '',
      month: (row?.monthOn ?? today()) as string,
      values: shown.map(({ id }) => ({ siteId: id, value: row ? row.value : '' })),
    },
    url: urlFor('setting.keys.store'),
    leaving: 'allow',
    onSuccess: onClose,
  })
  const { values } = form.values
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={row ? 'Editar el valor' : 'Valores de una clave'}
      form={form}
      submitLabel="Guardar valores"
      isDisabled={values.every(({ value }) => value.trim() === '')}
    >
      <Autocomplete
        {...inputProps({ label: 'Clave', isRequired: true, isDisabled: row !== null, ...form.field('name') })}
        data={names.map(({ value }) => value)}
        value={form.values.name}
        onChange={(name) => form.set({ name })}
      />
      <DayField label="Un día del mes" isRequired isDisabled={row !== null} {...form.field('month')} />
      {shown.map(({ id, name }, place) => (
        <TextField
          key={id}
          name={`values.${place}.value`}
          label={name}
          value={values[place]?.value ?? ''}
          error={form.errors[`values.${place}.value`]}
          onChange={(value) => form.set({ values: values.with(place, { siteId: id, value }) })}
        />
      ))}
    </FormDialog>
  )
}
