import { Button, SimpleGrid } from '@mantine/core'
import { Section } from '~/kit/detail/detail_page'
import { SelectField } from '~/kit/fields/choice_fields'
import { ErrorSummary } from '~/kit/form/error_summary'
import { useFormSubmission } from '~/kit/form/use_form_submission'

export type MappedColumns = {
  headings: string[]
  missing: string[]
  fields: { name: string; label: string; isNeeded: boolean; heading: string | null }[]
}

type Props = { columns: MappedColumns; url: string; isOpen: boolean; onOpen: () => void }

const list = new Intl.ListFormat('es', { type: 'conjunction' })

/** Which heading of the file stands for which column; open by itself where a needed one was not found. */
export function ColumnMapping({ columns, url, isOpen, onOpen }: Props) {
  const form = useFormSubmission({
    initial: Object.fromEntries(columns.fields.map(({ name, heading }) => [name, heading])) as Record<
      string,
      string | null
    >,
    url,
    method: 'put',
    leaving: 'allow',
    transform: (chosen) => ({
      mapping: Object.fromEntries(Object.entries(chosen).map(([name, heading]) => [name, heading ?? ''])),
    }),
  })
  const options = [...new Set(columns.headings)].map((heading) => ({ value: heading, label: heading }))
  return (
    <Section
      title="Columnas"
      actions={
        columns.missing.length === 0 ? (
          <Button variant="subtle" size="compact-sm" onClick={onOpen}>
            {isOpen ? 'Ocultar' : 'Cambiar'}
          </Button>
        ) : null
      }
    >
      <ErrorSummary errors={form.errors} />
      <p>
        {columns.missing.length > 0
          ? `Faltan columnas: ${list.format(columns.missing)}. Diga cuál es cada una.`
          : `Se han reconocido ${columns.fields.filter(({ heading }) => heading !== null).length} columnas.`}
      </p>
      {isOpen ? (
        <>
          <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
            {columns.fields.map(({ name, label, isNeeded }) => (
              <SelectField
                key={name}
                name={name}
                label={label}
                isRequired={isNeeded}
                options={options}
                value={form.values[name] ?? null}
                onChange={(heading) => form.set({ [name]: heading })}
              />
            ))}
          </SimpleGrid>
          <Button mt="md" loading={form.processing} onClick={() => form.submit()}>
            Leer con estas columnas
          </Button>
        </>
      ) : null}
    </Section>
  )
}
