import { Button } from '@mantine/core'
import { countText, Instant } from '~/kit/day'
import { Section } from '~/kit/detail/detail_page'
import { PlainTable } from '~/kit/table/plain_table'
import type { AssociationRow } from './rule_types'
import styles from './rules.module.css'

type Props = { rows: AssociationRow[]; canWrite: boolean; onForget: (row: AssociationRow) => void }

/** What matching learned by itself; anybody who reconciles may make it forget. */
export function Associations({ rows, canWrite, onForget }: Props) {
  return (
    <Section title="Asociaciones aprendidas">
      <p className={styles.quiet}>
        Textos que se conciliaron con la misma contraparte. A partir de dos veces suman 15 puntos a sus
        partidas.
      </p>
      <PlainTable
        label="Asociaciones aprendidas"
        phone="cards"
        rows={rows}
        keyOf={(row) => row.id}
        empty="Todavía no hay ninguna: se aprenden al conciliar."
        columns={[
          { key: 'text', header: 'Texto', cell: (row) => row.skeleton },
          { key: 'party', header: 'Contraparte', cell: (row) => row.party },
          { key: 'times', header: 'Veces', numeric: true, cell: (row) => countText(row.times) },
          { key: 'last', header: 'Última', cell: (row) => <Instant value={row.lastAt} /> },
          {
            key: 'forget',
            header: 'Acciones',
            cell: (row) =>
              canWrite ? (
                <Button size="xs" variant="default" onClick={() => onForget(row)}>
                  Olvidar
                </Button>
              ) : null,
          },
        ]}
      />
    </Section>
  )
}
