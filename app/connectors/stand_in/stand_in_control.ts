import { REQUEST_FAULTS } from '#app/connectors/stand_in/stand_in_faults'
import type { StandInAnswer, StandInRequest } from '#app/connectors/stand_in/stand_in_requests'
import type { StandIn } from '#app/connectors/stand_in/stand_in_server'

/** Where trials speak to a stand-in itself. */
export const CONTROL = '/__control'

/** What trials ask of a stand-in: faults, its clock, its work, acts of people at the provider. */
export async function control(standIn: StandIn, { path, json }: StandInRequest): Promise<StandInAnswer> {
  const [, , act = '', name = ''] = path.split('/')
  const told = (json ?? {}) as Record<string, unknown>
  switch (act) {
    case 'faults': {
      const fault = REQUEST_FAULTS.find((one) => one === told.fault)
      if (!fault) return { status: 422, json: { faults: REQUEST_FAULTS } }
      standIn.faults.plan(String(told.operation ?? '*'), fault, Number(told.times ?? 1))
      return { status: 200, json: {} }
    }
    case 'clock':
      standIn.clock.advance(Number(told.seconds ?? 0))
      await standIn.work()
      return { status: 200, json: { now: standIn.clock.now().toISOString() } }
    case 'work':
      await standIn.work()
      return { status: 200, json: {} }
    case 'state':
      return { status: 200, text: standIn.dump(), headers: { 'content-type': 'application/json' } }
    case 'act': {
      const does = standIn.acts[name]
      return does
        ? { status: 200, json: (await does(told)) ?? {} }
        : { status: 404, json: { acts: Object.keys(standIn.acts) } }
    }
    default:
      return { status: 404, json: {} }
  }
}
