// openvino_seeds FOLDER: writes seeds for openvino_fuzz.

#include "write_seeds.h"

namespace {

constexpr std::string_view kNew = R"(<?xml version="1.0"?>
<net name="m" version="11"><layers>
<layer id="0" name="in" type="Parameter" version="opset1"><data shape="?,1..8,4" element_type="f32"/><output><port id="0" precision="FP32" names="x,y"><dim>-1</dim><dim>4</dim></port></output></layer>
<layer id="1" name="c" type="Const" version="opset1"><data element_type="i8" shape="4" offset="0" size="4"/><output><port id="0" precision="I8"><dim>4</dim></port></output></layer>
<layer id="2" name="q" type="FakeQuantize" version="opset1"><data levels="256"/><rt_info><attribute name="a" version="0" value="b"/></rt_info><input><port id="0"/><port id="1"/><port id="2"/><port id="3"/><port id="4"/></input><output><port id="5"/></output></layer>
<layer id="3" name="l" type="Loop" version="opset5"><input><port id="0"/></input><output><port id="1"/></output><port_map><input external_port_id="0" internal_layer_id="0"/></port_map><back_edges><edge from-layer="0" to-layer="0"/></back_edges><body><layers><layer id="0" name="b" type="Parameter"><output><port id="0"/></output></layer></layers><edges/></body></layer>
<layer id="4" name="r" type="Result" version="opset1"><input><port id="0"/></input></layer></layers>
<edges><edge from-layer="0" from-port="0" to-layer="2" to-port="0"/><edge from-layer="1" from-port="0" to-layer="2" to-port="1"/><edge from-layer="2" from-port="5" to-layer="4" to-port="0"/></edges>
<rt_info><MO_version value="1"/><conversion_parameters><layout value="x"/></conversion_parameters></rt_info></net>)";

constexpr std::string_view kOld = R"(<net name="m" version="2" precision="FP16" batch="1"><layers>
<layer id="0" name="in" type="Input"><output><port id="0"><dim>1</dim></port></output></layer>
<layer id="1" name="conv" type="Convolution" precision="FP32"><convolution_data kernel-x="3" kernel-y="3" output="2" group="1"/><input><port id="0"/></input><output><port id="1"/></output><weights offset="0" size="216"/><biases offset="216" size="8"/></layer></layers>
<edges><edge from-layer="0" from-port="0" to-layer="1" to-port="0"/></edges><statistics><layer><name>conv</name><min>0,0</min><max>1,1</max></layer></statistics></net>)";

}  // namespace

int main(int argc, char** argv) {
    return netloupe::fuzz::write_seeds(argc, argv,
                                       {{"new.xml", std::string(kNew)}, {"old.xml", std::string(kOld)}});
}
