import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiAcceptedResponse, ApiBody, ApiHeader, ApiOperation, ApiTags } from '@nestjs/swagger';
import { RequireKey } from '../../platform/tenancy/index.ts';
import { CompiledBodyPipe } from './compiled-body.pipe.ts';
import { TrackClickRequest, TrackConversionRequest, TrackSearchRequest } from './dto/track.requests.ts';
import { TrackResponse } from './dto/track.response.ts';
import { Reported, type Report } from './report.ts';
import { TrackService } from './track.service.ts';

/** Events are small; a larger body is none. */
const OPTIONS = { bodyLimit: 16 * 1024, idempotency: 'own', hot: true, role: null } as const;
const KEY_HEADER = {
  name: 'Idempotency-Key',
  required: false,
  description: "The event's id when the body has no `event_id`: a repeat is a duplicate.",
};

/** `Readonly` hides the class from the pipe of all routes, which would validate a second time. */
const BODIES = {
  search: new CompiledBodyPipe(TrackSearchRequest),
  click: new CompiledBodyPipe(TrackClickRequest),
  conversion: new CompiledBodyPipe(TrackConversionRequest),
};

@ApiTags('Tracking')
@ApiHeader(KEY_HEADER)
@Controller('v1/:tenant/track')
export class TrackController {
  constructor(private readonly tracking: TrackService) {}

  @Post('search')
  @HttpCode(202)
  @RequireKey('public', OPTIONS)
  @ApiOperation({ summary: 'Report a search that was shown to a shopper', operationId: 'trackSearch' })
  @ApiBody({ type: TrackSearchRequest })
  @ApiAcceptedResponse({ type: TrackResponse })
  search(@Reported() report: Report, @Body(BODIES.search) body: Readonly<TrackSearchRequest>): Promise<TrackResponse> {
    return this.tracking.search(report, body);
  }

  @Post('click')
  @HttpCode(202)
  @RequireKey('public', OPTIONS)
  @ApiOperation({ summary: 'Report a click on a result', operationId: 'trackClick' })
  @ApiBody({ type: TrackClickRequest })
  @ApiAcceptedResponse({ type: TrackResponse })
  click(@Reported() report: Report, @Body(BODIES.click) body: Readonly<TrackClickRequest>): Promise<TrackResponse> {
    return this.tracking.click(report, body);
  }

  @Post('conversion')
  @HttpCode(202)
  @RequireKey('public', OPTIONS)
  @ApiOperation({
    summary: 'Report a purchase of an item',
    description: 'With a secret key it is verified, and its amounts replace those that a browser reported.',
    operationId: 'trackConversion',
  })
  @ApiBody({ type: TrackConversionRequest })
  @ApiAcceptedResponse({ type: TrackResponse })
  conversion(
    @Reported() report: Report,
    @Body(BODIES.conversion) body: Readonly<TrackConversionRequest>,
  ): Promise<TrackResponse> {
    return this.tracking.conversion(report, body);
  }
}
