/** The line drawing beside the login form: the classes of equipment the platform looks after. Decoration only. */
import { memo } from 'react';

const floors = Array.from({ length: 11 }, (_, index) => 196 + index * 38.5);
const hatches = Array.from({ length: 60 }, (_, index) => index * 15 + 10);

const ink = '#9CC3D6';

const TowerCrane = () => (
  <>
    <path d="M92 620V348M104 620V348M186 620V348M198 620V348M92 560h106M92 470h106" />
    <path d="M92 560l106-90M198 560 92 470M92 470l106-122M198 470 92 348" />
    <path d="M26 330h318v18H26zM145 330V232M137 330l8-98 8 98M145 234 330 330M145 234 40 330M44 348v-18" />
    <path d="M64 348l14-18 14 18 14-18 14 18 14-18 14 18 14-18 14 18 14-18 14 18 14-18 14 18 14-18 14 18 14-18 14 18 14-18 14 18" />
    <path d="M268 348h24v8h-24zM272 356v128M288 356v128M262 484h36M250 492h60v26h-60z" />
    <path d="M258 492v26M266 492v26M274 492v26M282 492v26M290 492v26M298 492v26" />
    <path d="M84 620h28M178 620h28" strokeWidth="3" />
  </>
);

const SphericalTank = () => (
  <>
    <circle cx="400" cy="532" r="60" />
    <ellipse cx="400" cy="532" rx="60" ry="15" />
    <ellipse cx="400" cy="532" rx="24" ry="60" />
    <path d="M346 556v64M368 583v37M400 592v28M432 583v37M454 556v64M346 600l22-18M368 604l32-20" />
    <path d="M400 584l32 20M432 582l22 18M400 472v-14h-10m20 0h-10" />
  </>
);

const VesselAndPipe = () => (
  <>
    <rect x="486" y="566" width="108" height="36" rx="18" />
    <path d="M506 602v18M574 602v18M500 620h14M568 620h14M540 566v-14h-8m16 0h-8" />
    <path d="M400 458v-16h88v102M488 544h-5v8h10v-8zM488 552v14M540 552v-20h76" />
  </>
);

const Lift = () => (
  <>
    <path d="M616 172h156v448H616zM676 172v448M732 172v448M662 120h84v52h-84z" />
    {floors.map((y) => (
      <path key={y} d={`M616 ${y}h60M732 ${y}h40`} strokeOpacity=".55" />
    ))}
    <circle cx="697" cy="150" r="12" />
    <circle cx="722" cy="157" r="6" />
    <path d="M672 165h66M685 150v178M709 152v306" />
    <rect x="680" y="328" width="32" height="40" />
    <path d="M696 328v40M703 458h11v46h-11zM690 612h12v8h-12zM704 614h10v6h-10z" />
  </>
);

const Ropeway = () => (
  <>
    <path d="M772 214 900 96M772 220 900 102" strokeOpacity=".5" />
    <path d="M838 156v18M824 174h28v22a6 6 0 0 1-6 6h-16a6 6 0 0 1-6-6zM824 186h28" />
    <path d="M772 620c26-60 40-82 64-96s36-58 64-74" strokeOpacity=".45" />
  </>
);

const Dimensions = () => (
  <>
    <g stroke={ink} strokeOpacity=".42" strokeWidth=".8">
      <path d="M790 172v448M784 172h12M784 620h12M786 176l8-8M786 624l8-8" />
      <path d="M98 640v14M192 640v14M98 648h94M94 652l8-8M188 652l8-8" />
      <path d="M340 640v14M460 640v14M340 648h120M336 652l8-8M456 652l8-8" />
    </g>
    <g fill={ink} fillOpacity=".62" stroke="none" fontSize="11">
      <text x="797" y="400">
        提升高度 51.30 m
      </text>
      <text x="118" y="664">
        轨距 16 m
      </text>
      <text x="378" y="664">
        Sφ 12 300
      </text>
      <text x="640" y="111">
        曳引机　1.75 m/s
      </text>
      <text x="556" y="548">
        0.8 MPa
      </text>
    </g>
  </>
);

export const Drawing = memo(function Drawing() {
  return (
    <svg
      className="drawing"
      viewBox="0 0 900 768"
      fill="none"
      stroke={ink}
      strokeWidth="1"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden
    >
      <defs>
        <pattern id="grid" width="24" height="24" patternUnits="userSpaceOnUse">
          <path d="M24 0H0v24" stroke="#fff" strokeOpacity=".035" />
        </pattern>
      </defs>
      <rect width="900" height="768" fill="url(#grid)" stroke="none" />
      <path d="M0 620h900" strokeWidth="1.6" strokeOpacity=".9" />
      {hatches.map((x) => (
        <path key={x} d={`M${x} 620l-8 9`} strokeOpacity=".28" />
      ))}
      <g strokeOpacity=".72">
        <TowerCrane />
        <SphericalTank />
        <VesselAndPipe />
        <Lift />
        <Ropeway />
      </g>
      <Dimensions />
    </svg>
  );
});
