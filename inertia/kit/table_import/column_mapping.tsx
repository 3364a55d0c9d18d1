import { Link } from '@inertiajs/react'
import { Button, Group, SimpleGrid, Text } from '@mantine/core'
import { useState } from 'react'
import { Section } from '~/kit/detail/detail_page'
import { SelectField } from '~/kit/fields/choice_fields'
import { ErrorSummary } from '~/kit/form/error_summary'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { PlainTable } from '~/kit/table/plain_table'
import type { PreviewColumns } from '~/kit/table_import/import_props'

const list = new Intl.ListFormat('es', { type: 'conjunction' })

type Props = { columns: PreviewColumns; url: string; againHref: string }

/** Which heading of the file stands for which column, with what stands under it; open by itself where a needed one is missing. */
export function ColumnMapping({ columns, url, againHref }: Props) {
  const isLost = columns.missing.length > 0
  const [isOpen, setIsOpen] = useState(isLost)
  const form = useMappingForm(columns, url)
  const found = columns.fields.filter(({ heading }) => heading !== null).length
  return (
    <Section
      title="Columnas"
      actions={
        isLost ? null : (
          <Button variant="subtle" size="compact-sm" onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? 'Ocultar' : 'Cambiar'}
          </Button>
        )
      }
    >
      <ErrorSummary errors={form.errors} />
      <p>
        {isLost
          ? `Faltan columnas: ${list.format(columns.missing)}. Diga cuál es cada una.`
          : found === 1
            ? 'Se ha reconocido 1 columna.'
            : `Se han reconocido ${found} columnas.`}
      </p>
      {isOpen || isLost ? <MappingFields columns={columns} form={form} againHref={againHref} /> : null}
    </Section>
  )
}

/** Which heading each column takes, and the sheet they stand on. */
function useMappingForm({ fields, sheet }: PreviewColumns, url: string) {
  return useFormSubmission({
    initial: {
      columns: Object.fromEntries(fields.map(({ key, heading }) => [key, heading])) as Record<
        string,
        string | null
      >,
      sheet,
    },
    url,
    method: 'put',
    leaving: 'allow',
    transform: (chosen) => ({
      columns: Object.fromEntries(
        Object.entries(chosen.columns).map(([key, heading]) => [key, heading ?? ''])
      ),
      sheet: chosen.sheet,
    }),
  })
}

type MappingFieldsProps = {
  columns: PreviewColumns
  form: ReturnType<typeof useMappingForm>
  againHref: string
}

function MappingFields({ columns, form, againHref }: MappingFieldsProps) {
  const isLost = columns.missing.length > 0
  const samples = new Map(columns.headings.map(({ name, samples: some }) => [name, some]))
  const options = [...samples.keys()].map((name) => ({ value: name, label: name }))
  return (
    <>
      {columns.sheets.length > 1 ? (
        <SelectField
          {...form.field('sheet')}
          label="Hoja"
          isRequired
          options={columns.sheets.map((sheet) => ({ value: sheet, label: sheet }))}
          value={form.values.sheet}
          onChange={(sheet) => form.set({ sheet: sheet ?? columns.sheet })}
        />
      ) : null}
      <FileColumns headings={columns.headings} />
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} mt="md">
        {columns.fields.map(({ key, title, isNeeded }) => {
          const heading = form.values.columns[key] ?? null
          const some = heading === null ? [] : (samples.get(heading) ?? [])
          return (
            <SelectField
              key={key}
              name={`columns.${key}`}
              label={title}
              isRequired={isNeeded}
              help={some.length > 0 ? <Samples values={some} /> : undefined}
              options={options}
              value={heading}
              error={undefined}
              onChange={(chosen) => form.set({ columns: { ...form.values.columns, [key]: chosen } })}
            />
          )
        })}
      </SimpleGrid>
      <Group mt="md">
        <Button
          variant={isLost ? 'filled' : 'default'}
          loading={form.processing}
          onClick={() => form.submit()}
        >
          Leer con estas columnas
        </Button>
        {isLost ? (
          <Button component={Link} href={againHref} variant="default">
            Elegir otro fichero
          </Button>
        ) : null}
      </Group>
    </>
  )
}

/** What the file has, before one says which is which. */
function FileColumns({ headings }: Pick<PreviewColumns, 'headings'>) {
  return (
    <PlainTable
      label="Columnas del fichero"
      rows={headings}
      columns={[
        { key: 'name', header: 'Columna del fichero', cell: ({ name }) => name },
        { key: 'samples', header: 'Primeros valores', cell: ({ samples }) => samples.join(' · ') || '–' },
      ]}
      keyOf={({ name }) => name}
    />
  )
}

/** The first values under a heading: they say more than its name. */
function Samples({ values }: { values: string[] }) {
  return (
    <Text component="span" size="xs" c="dimmed" lineClamp={2}>
      Ej.: {values.join(' · ')}
    </Text>
  )
}
