import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query, Req, Res, UseGuards } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { NoQuery } from '../../platform/http/index.ts';
import { OpenRoute } from '../../platform/tenancy/index.ts';
import {
  LinkRequest,
  PasswordRequest,
  SessionListResponse,
  SessionResponse,
  SignInRequest,
  toSessionList,
  toSessionResponse,
} from './dto/session.dto.ts';
import { PanelGuard, Person } from './panel.guard.ts';
import { setSessionCookie } from './panel-request.ts';
import { SessionDirectory, type SignedIn } from './session-directory.ts';
import { SignInLimits } from './sign-in-limits.ts';
import { SignInService, type Visitor } from './sign-in.service.ts';

@ApiTags('Panel')
@Controller('panel/api')
@UseGuards(PanelGuard)
export class PanelSessionController {
  constructor(
    private readonly signIns: SignInService,
    private readonly directory: SessionDirectory,
    private readonly limits: SignInLimits,
  ) {}

  @Post('session')
  @OpenRoute()
  @ApiOperation({ summary: 'Sign in with address and password; sets the cookie', operationId: 'signIn' })
  @ApiCreatedResponse({ type: SessionResponse })
  async signIn(
    @Body() body: SignInRequest,
    @Query() _: NoQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionResponse> {
    await this.limits.admit(body.email, request, reply);
    return this.#enter(await this.signIns.byPassword(body.email, body.password, visitorOf(request)), request, reply);
  }

  @Post('session/link')
  @OpenRoute()
  @ApiOperation({ summary: 'Sign in with a one-time link, which is used up', operationId: 'signInByLink' })
  @ApiCreatedResponse({ type: SessionResponse })
  async signInByLink(
    @Body() body: LinkRequest,
    @Query() _: NoQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionResponse> {
    await this.limits.admit(null, request, reply);
    return this.#enter(await this.signIns.byLink(body.token, visitorOf(request)), request, reply);
  }

  @Get('session')
  @OpenRoute()
  @ApiOperation({ summary: 'Who is signed in, and in which shops', operationId: 'readSession' })
  @ApiOkResponse({ type: SessionResponse })
  read(@Person() person: SignedIn, @Query() _: NoQuery): SessionResponse {
    return toSessionResponse(person);
  }

  @Delete('session')
  @HttpCode(204)
  @OpenRoute()
  @ApiOperation({ summary: 'Sign out', operationId: 'signOut' })
  @ApiNoContentResponse()
  async signOut(
    @Person() person: SignedIn,
    @Query() _: NoQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.signIns.end(person, person.session.id);
    setSessionCookie(request, reply, null);
  }

  @Get('sessions')
  @OpenRoute()
  @ApiOperation({ summary: 'Where this person is signed in', operationId: 'listSessions' })
  @ApiOkResponse({ type: SessionListResponse })
  async list(@Person() person: SignedIn, @Query() _: NoQuery): Promise<SessionListResponse> {
    return toSessionList(await this.signIns.sessionsOf(person), person);
  }

  @Delete('sessions/:id')
  @HttpCode(204)
  @OpenRoute()
  @ApiOperation({ summary: 'End a session of this person; it dies everywhere at once', operationId: 'endSession' })
  @ApiNoContentResponse()
  end(@Person() person: SignedIn, @Param('id') id: string, @Query() _: NoQuery): Promise<void> {
    return this.signIns.end(person, id);
  }

  @Put('password')
  @HttpCode(204)
  @OpenRoute()
  @ApiOperation({ summary: 'Choose a password; other sessions and links end', operationId: 'changePassword' })
  @ApiNoContentResponse()
  async changePassword(
    @Person() person: SignedIn,
    @Body() body: PasswordRequest,
    @Query() _: NoQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.limits.admit(person.user.email, request, reply);
    await this.signIns.changePassword(person, body.current, body.password);
  }

  async #enter(token: string, request: FastifyRequest, reply: FastifyReply): Promise<SessionResponse> {
    setSessionCookie(request, reply, token);
    return toSessionResponse((await this.directory.find(token))!);
  }
}

function visitorOf(request: FastifyRequest): Visitor {
  return { present: request.signedIn, userAgent: request.headers['user-agent'] ?? '' };
}
