// A bare node:http server that reads a request and answers the same bytes every time: what the
// sandbox is measured against. Takes the answer as its first argument, prints its port, ends with
// its parent's input.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const answer = process.argv[2] ?? ''
const server = createServer((request, response) => {
  request.on('data', () => undefined)
  request.on('end', () => {
    response.writeHead(200, {
      'content-type': 'application/vnd.pay+json',
      'content-length': Buffer.byteLength(answer),
    })
    response.end(answer)
  })
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`)
})
process.stdin.on('end', () => server.close(() => process.exit(0))).resume()
