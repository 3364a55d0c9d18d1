import { Button } from '@mantine/core'
import { Section } from '~/kit/detail/detail_page'
import { Timeline } from '~/kit/detail/timeline'
import { urlFor } from '~/urls'
import styles from '../issuing.module.css'
import { DeclarationPart } from './declaration_part'
import type { TabProps } from './issuing_tab_data'

/** The system that makes the records, as its producer declares it, and what happened to it; its records can be taken away. */
export function SystemPart({ siteId, tab }: TabProps) {
  return (
    <>
      <DeclarationPart tab={tab} />
      {tab.canWrite && tab.years.length > 0 ? (
        <Section title="Registros de facturación">
          <div className={styles.row}>
            {tab.years.map((year) => (
              <Button
                key={year}
                component="a"
                variant="default"
                href={urlFor('sites.issuing.export', { id: siteId, year })}
              >
                Descargar los registros de {year}
              </Button>
            ))}
          </div>
        </Section>
      ) : null}
      <Section title="Eventos del sistema">
        <Timeline
          events={tab.events.map((event) => ({
            id: event.id,
            at: event.at,
            who: event.who,
            title: `${event.seq} · ${event.title}`,
            detail: event.note,
            tone: event.isAnomaly ? ('red' as const) : ('grey' as const),
          }))}
        />
      </Section>
    </>
  )
}
