import type { RevolutBank } from '#app/banking/providers/revolut/stand_in/bank'
import { BadRequest } from '#app/banking/providers/revolut/stand_in/read_request'
import { refuse } from '#app/banking/providers/revolut/stand_in/to_wire'
import type { StandInAnswer, StandInRequest } from '#app/connectors/stand_in/stand_in_requests'
import type { StandInRoute } from '#app/connectors/stand_in/stand_in_server'

const VERSION = '/api/1.0'

/** The bank as it is now: its state is replaced when it remembers. */
export type ToBank = () => RevolutBank
export type Handle = (request: StandInRequest) => StandInAnswer

/** `GET /accounts` under the version of the interface; what cannot be read of a request is refused. */
export function route(line: string, operation: string, handle: Handle, version = VERSION): StandInRoute {
  const [method = 'GET', path = ''] = line.split(' ')
  return {
    method,
    path: version + path,
    operation,
    handle: (request) => {
      try {
        return handle(request)
      } catch (error) {
        if (error instanceof BadRequest) return refuse(error.status, error.code, error.message)
        throw error
      }
    },
  }
}

export const notFound = (): StandInAnswer => refuse(404, 3006, 'Resource not found')
