import fastify from 'fastify';

/** The floor under the intake: bare Fastify with a JSON schema for body and answer, and nothing behind it. */
const uuid = { type: 'string', pattern: '^[0-9a-fA-F-]{36}$' };
const server = fastify();
server.post(
  '/v1/:tenant/track/search',
  {
    schema: {
      body: {
        type: 'object',
        required: ['session_id', 'query', 'results_count', 'channel'],
        properties: {
          session_id: uuid,
          event_id: uuid,
          query: { type: 'string', maxLength: 512 },
          results_count: { type: 'integer', minimum: 0 },
          channel: { enum: ['overlay', 'results_page'] },
        },
      },
      response: { 202: { type: 'object', properties: { status: { type: 'string' }, event_id: { type: 'string' } } } },
    },
  },
  (request, reply) => reply.status(202).send({ status: 'accepted', event_id: request.body.event_id }),
);
console.log(`ready at ${await server.listen({ port: 0, host: '127.0.0.1' })}`);
