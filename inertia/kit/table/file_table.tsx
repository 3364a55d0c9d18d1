import { Anchor, Button, Group } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { ConfirmAction, type Confirmation } from '~/kit/dialog/confirm_action'
import { type PlainColumn, PlainTable } from '~/kit/table/plain_table'

type KeptFile = { id: number; name: string }

type Props<Row extends KeptFile> = {
  files: Row[]
  /** What the record calls them. */
  noun?: 'archivo' | 'documento'
  /** Between the name and the buttons. */
  columns: PlainColumn<Row>[]
  hrefOf: (file: Row) => string
  /** Where it is taken away; null for what stays. */
  removeUrlOf: (file: Row) => string | null
  /** Buttons before «Eliminar». */
  actsOf?: (file: Row) => ReactNode
}

/** The files kept with a record, each to be had by its name and to be taken away by who may. */
export function FileTable<Row extends KeptFile>({
  files,
  noun = 'archivo',
  columns,
  hrefOf,
  removeUrlOf,
  actsOf,
}: Props<Row>) {
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  const title = `${noun[0]?.toUpperCase()}${noun.slice(1)}`
  const name: PlainColumn<Row> = {
    key: 'name',
    header: title,
    cell: (file) => (
      <Anchor href={hrefOf(file)} size="sm" download>
        {file.name}
      </Anchor>
    ),
  }
  const acts: PlainColumn<Row> = {
    key: 'acts',
    header: 'Acciones',
    cell: (file) => {
      const url = removeUrlOf(file)
      return (
        <Group gap={6}>
          {actsOf?.(file)}
          {url === null ? null : (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Eliminar ${file.name}`}
              onClick={() => setConfirmation(removal(noun, file.name, url))}
            >
              Eliminar
            </Button>
          )}
        </Group>
      )
    },
  }
  const hasActs = actsOf !== undefined || files.some((file) => removeUrlOf(file) !== null)
  return (
    <>
      <PlainTable
        label={`${title}s`}
        rows={files}
        columns={hasActs ? [name, ...columns, acts] : [name, ...columns]}
        keyOf={(file) => file.id}
        empty={`No hay ${noun}s.`}
        phone="cards"
      />
      <ConfirmAction confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </>
  )
}

const removal = (noun: string, name: string, url: string): Confirmation => ({
  title: `Eliminar el ${noun}`,
  question: `«${name}» se borrará de forma definitiva.`,
  submitLabel: `Eliminar el ${noun}`,
  isDangerous: true,
  url,
  method: 'delete',
})
