import { Button } from '@mantine/core'
import { Facts, Section } from '~/kit/detail/detail_page'
import { Timeline } from '~/kit/detail/timeline'
import { urlFor } from '~/urls'
import styles from '../issuing.module.css'
import type { TabProps } from './issuing_tab_data'

/** The system that makes the records, as its producer declares it, and what happened to it; its records can be taken away. */
export function SystemPart({ siteId, tab }: TabProps) {
  const { name, code, version } = tab.system
  return (
    <>
      <Section title="Sistema informático de facturación">
        <Facts
          facts={[
            { label: 'Sistema', value: `${name} (${code})` },
            { label: 'Versión', value: version },
            { label: 'Instalación', value: tab.installation },
            {
              label: 'Productor',
              value: tab.producerTaxId === '' ? 'Sin indicar' : `${tab.producerName} · ${tab.producerTaxId}`,
            },
            { label: 'Modalidad', value: 'Solo VERI*FACTU, con registros de varias empresas' },
          ]}
        />
        {tab.canWrite && tab.years.length > 0 ? (
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
        ) : null}
      </Section>
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
